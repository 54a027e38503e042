package dev.tidemark.data;

import org.jspecify.annotations.Nullable;

/// A problem that Tidemark understands. One top-level subclass per kind; the class name is part of the wire format.
///
/// The message states the problem, why, and what to do, and names the object, partition, run or line it is about.
public abstract class TidemarkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected TidemarkException(String message) {
        super(message);
    }

    protected TidemarkException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /// Whether the same call may succeed later without anybody changing anything.
    public boolean retryable() {
        return false;
    }
}
