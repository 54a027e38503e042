package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A bookmark cannot be changed while a run holds the job.
public final class JobClaimedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public JobClaimedException(String job, String runId) {
        this("Job %s is claimed by run %s. Wait until it ends, or abort it: tidemark runs abort JOB %s."
                .formatted(job, runId, runId));
    }

    private JobClaimedException(String message) {
        super(message);
    }

    /// Whoever it was is done already.
    static JobClaimedException movedMeanwhile(String job) {
        return new JobClaimedException(("The bookmark of job %s did not change: a run or another operator was faster. "
                        + "Look at tidemark bookmark history JOB, then try again.")
                .formatted(job));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
