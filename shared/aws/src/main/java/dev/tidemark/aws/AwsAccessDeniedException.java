package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// AWS knows no credentials, or they may not do this. No retry helps.
public final class AwsAccessDeniedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param what   what was tried, on which object
    /// @param answer what AWS said
    public AwsAccessDeniedException(String what, String answer, @Nullable Throwable cause) {
        super(
                "Cannot " + what + ": " + answer
                        + ". Check the credentials, and the policies of the role, the bucket and its key.",
                cause);
    }
}
