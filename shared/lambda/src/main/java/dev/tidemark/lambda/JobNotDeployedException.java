package dev.tidemark.lambda;

import dev.tidemark.data.TidemarkException;

/// A request names a job that this stage does not have.
public final class JobNotDeployedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public JobNotDeployedException(String job, String table) {
        super(("No job %s is deployed here: the table %s has no item job#%s / file."
                        + " Deploy the job's stack, or correct the name.")
                .formatted(job, table, job));
    }
}
