package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A run that has ended is never opened again.
public final class RunEndedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public RunEndedException(String runId, String state) {
        super("Run %s has ended as %s and cannot go on. Start a new run.".formatted(runId, state));
    }
}
