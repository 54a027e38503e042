package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A worker came to a run whose work is over: it was decided, or has ended, and is never opened again.
public final class RunEndedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public RunEndedException(String runId, Run.State state) {
        super((state.ended()
                        ? "Run %s has ended as %s and cannot go on. Start a new run."
                        : "Run %s is %s: all of its work is done, and what comes late is dropped.")
                .formatted(runId, state));
    }
}
