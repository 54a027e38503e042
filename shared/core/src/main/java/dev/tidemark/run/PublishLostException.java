package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A decided file is neither staged nor published. The job stands until an operator looks at it.
public final class PublishLostException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param lost how many were found lost
    /// @param more whether files were left unlooked at, of which others may be lost
    public PublishLostException(String runId, String target, int lost, boolean more) {
        super(
                "Run %s cannot be published: %s%d staged %s gone, among them that of %s. Put them back and start the job again, or do their chunks again from the inputs: tidemark runs repair JOB RUN."
                        .formatted(
                                runId,
                                more ? "at least " : "",
                                lost,
                                lost == 1 && !more ? "file is" : "files are",
                                target));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
