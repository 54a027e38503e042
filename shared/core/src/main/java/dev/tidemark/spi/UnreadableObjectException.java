package dev.tidemark.spi;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// An object is damaged or not of its format as a whole (truncated gzip, missing header …). Never retried.
public final class UnreadableObjectException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final boolean ofOtherVersion;

    /// @param reason what is wrong and what to do about it, as one or two sentences without a final full stop
    public UnreadableObjectException(String location, String reason, @Nullable Throwable cause) {
        this(location, reason, false, cause);
    }

    private UnreadableObjectException(
            String location, String reason, boolean ofOtherVersion, @Nullable Throwable cause) {
        super("Cannot read " + location + ": " + reason + ".", cause);
        this.ofOtherVersion = ofOtherVersion;
    }

    /// Of an object that is whole, and that another version of Tidemark wrote.
    ///
    /// @param reason as above
    public static UnreadableObjectException ofOtherVersion(String location, String reason) {
        return new UnreadableObjectException(location, reason, true, null);
    }

    /// Whether the object is whole: then the version that wrote it can read it, and nobody must make it anew.
    public boolean isOfOtherVersion() {
        return ofOtherVersion;
    }
}
