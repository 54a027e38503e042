package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.time.Duration;

/// A worker stopped before it would have been stopped: its chunk needs more time than a worker has. Nothing of the
/// attempt is left.
public final class DeadlineException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    DeadlineException(int chunk, String readingNow, Duration worked) {
        super(
                "Chunk %d was not done after %,d seconds, when its worker had to stop; it was reading %s. Give the job more memory (with it comes CPU), make its groupSize smaller, or cut the object into smaller ones."
                        .formatted(chunk, worked.toSeconds(), readingNow));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
