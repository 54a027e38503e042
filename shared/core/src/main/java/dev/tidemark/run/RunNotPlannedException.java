package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A run that is to go on has no plan yet. It still holds the job.
public final class RunNotPlannedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public RunNotPlannedException(String runId) {
        super(
                ("Run %s cannot go on: it claimed the job and its plan was not saved yet. Plan it again under the same id,"
                                + " or end it: tidemark runs abort JOB %s.")
                        .formatted(runId, runId));
    }
}
