package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A decided file is neither staged nor published. The job stands until an operator looks at it.
public final class PublishLostException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public PublishLostException(String runId, String target, int lost) {
        super(
                "Run %s cannot be published: %d staged files are gone, among them that of %s. Put them back and start the job again, or do their chunks again from the inputs: tidemark runs repair JOB RUN."
                        .formatted(runId, lost, target));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
