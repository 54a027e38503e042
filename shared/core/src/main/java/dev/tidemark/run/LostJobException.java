package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// Another run took the job or an operator moved its bookmark before this run could decide. Nothing of it is visible.
public final class LostJobException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public LostJobException(String job, String runId, String found) {
        super("Run %s lost job %s: %s. Nothing of this run became visible. Start the job again."
                .formatted(runId, job, found));
    }
}
