package dev.tidemark.spi;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// An object is damaged or not of its format as a whole (truncated gzip, missing header …). Never retried.
public final class UnreadableObjectException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param reason what is wrong and what to do about it, as one or two sentences without a final full stop
    public UnreadableObjectException(String location, String reason, @Nullable Throwable cause) {
        super("Cannot read " + location + ": " + reason + ".", cause);
    }
}
