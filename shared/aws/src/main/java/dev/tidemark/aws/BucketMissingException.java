package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// A bucket does not exist, or lies in another region than the client's. No retry helps.
public final class BucketMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param what   what was tried, on which object
    /// @param answer what AWS said
    public BucketMissingException(String what, String answer, @Nullable Throwable cause) {
        super(
                "Cannot " + what + ": " + answer
                        + ". Create the bucket, correct its name (--set, or TIDEMARK_BUCKET for the state), or set the region in the s3 block.",
                cause);
    }
}
