package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A chunk of the plan has no result, so there is nothing whole to commit.
public final class ResultsMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public ResultsMissingException(String runId, int chunk, int chunks) {
        super(
                "Run %s cannot commit: chunk %d of %d has no result. Its worker failed or never ran. Abort the run and start again."
                        .formatted(runId, chunk, chunks));
    }
}
