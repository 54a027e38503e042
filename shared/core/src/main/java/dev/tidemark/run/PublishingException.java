package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A commit was decided and is being published by somebody else, or is not finished yet.
public final class PublishingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public PublishingException(String job, String runId) {
        super("Run %s of job %s is being published. Wait a moment and try again; it will end.".formatted(runId, job));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
