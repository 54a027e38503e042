package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// The run was told to stop before its commit was decided.
public final class RunInterruptedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public RunInterruptedException() {
        super("The run was stopped. Nothing of it became visible; start the job again.");
    }
}
