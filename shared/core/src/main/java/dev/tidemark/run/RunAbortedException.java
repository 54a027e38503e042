package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// Somebody else ended the run: an operator, a run that took its claim over, or whoever swept up behind it.
public final class RunAbortedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public RunAbortedException(String runId, String reason) {
        super("Run %s was aborted: %s. Nothing of it became visible; start the job again.".formatted(runId, reason));
    }
}
