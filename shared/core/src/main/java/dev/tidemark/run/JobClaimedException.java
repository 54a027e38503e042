package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A bookmark cannot be changed while a run holds the job.
public final class JobClaimedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public JobClaimedException(String job, String runId) {
        super("Job %s is claimed by run %s. Wait until it ends, or abort it: tidemark runs abort JOB %s."
                .formatted(job, runId, runId));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
