package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.io.IOException;

/// Reading or staging failed in the middle of a chunk. Nothing of the attempt is left; it may be tried again.
public final class WorkInterruptedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public WorkInterruptedException(int chunk, String location, IOException cause) {
        super(
                "Chunk %d stopped while reading %s: %s. Nothing of it was kept; run again."
                        .formatted(chunk, location, cause.getMessage()),
                cause);
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
