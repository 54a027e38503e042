package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A run that is asked for has no item: it never started, or its item is gone.
public final class RunMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private RunMissingException(String message) {
        super(message);
    }

    public static RunMissingException neverStarted(String job, String runId) {
        return new RunMissingException(
                "Job %s has no run %s: it never claimed the job. See: tidemark runs list JOB.".formatted(job, runId));
    }

    /// @param generation that the run made
    public static RunMissingException forgotten(String job, String runId, long generation) {
        return new RunMissingException(
                ("What run %s took in is not known any more: generation %d of job %s names it, and"
                                + " its item is gone. Restore the item from a copy, or name a range that begins after generation"
                                + " %d.")
                        .formatted(runId, generation, job, generation));
    }
}
