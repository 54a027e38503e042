package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;

/// Another process holds the job. Nothing was changed.
final class JobBusyException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final String job;

    JobBusyException(String job, String holder) {
        super("Job %s is held by %s. Wait until it ends, then run again.".formatted(job, holder));
        this.job = job;
    }

    String job() {
        return job;
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
