package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// AWS refused a call for good. No retry helps.
public final class AwsRefusedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param what   what was tried, on which object
    /// @param answer what AWS said
    public AwsRefusedException(String what, String answer, @Nullable Throwable cause) {
        super(
                "Cannot " + what + ": " + answer
                        + ". The call was understood and will be refused again: correct what it names.",
                cause);
    }
}
