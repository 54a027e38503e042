package dev.tidemark.infra;

import dev.tidemark.data.TidemarkException;

/// A job that is right and cannot be deployed as it is.
public final class JobNotDeployableException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public JobNotDeployableException(String job, String why, String wayOut) {
        super("Job %s cannot be deployed: %s. %s".formatted(job, why, wayOut));
    }
}
