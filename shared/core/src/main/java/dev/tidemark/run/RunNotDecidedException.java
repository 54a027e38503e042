package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// Only a decided commit can have lost files: any other run is aborted instead.
public final class RunNotDecidedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public RunNotDecidedException(String runId, Run.State state) {
        super(
                ("Run %s cannot be repaired: it is %s, and only a run whose commit was decided can have lost files. Nothing of"
                                + " it is visible; end it with: tidemark runs abort JOB %s.")
                        .formatted(runId, state, runId));
    }
}
