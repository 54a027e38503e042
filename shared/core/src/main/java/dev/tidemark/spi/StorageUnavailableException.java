package dev.tidemark.spi;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// A store did not answer, or could not do what was asked now (disk full, no permission, throttled).
public final class StorageUnavailableException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param what   what was tried, on which object
    /// @param reason what the store or system said, and what to do about it
    public StorageUnavailableException(String what, String reason, @Nullable Throwable cause) {
        super("Cannot " + what + ": " + reason, cause);
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
