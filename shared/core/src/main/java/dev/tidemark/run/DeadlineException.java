package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.time.Duration;

/// A worker stopped before it would have been stopped: its chunk needs more time than a worker has. Nothing of the
/// attempt is left. Another attempt may be faster, where S3 was slow; many are not worth their time.
public final class DeadlineException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    DeadlineException(int chunk, String doing, Duration worked) {
        super(
                "Chunk %d was not done after %,d seconds, when its worker had to stop; it was %s. Give the job more memory (with it comes CPU), make its groupSize smaller, or cut the object into smaller ones."
                        .formatted(chunk, worked.toSeconds(), doing));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
