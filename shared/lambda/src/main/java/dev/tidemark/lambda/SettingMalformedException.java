package dev.tidemark.lambda;

import dev.tidemark.data.TidemarkException;

/// A variable of a function's environment says something that cannot be used.
public final class SettingMalformedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param value  what it says
    /// @param wanted what it should say, as words that go on a sentence
    public SettingMalformedException(String variable, String value, String wanted) {
        super(
                "The function's environment variable %s is '%s' and must be %s. Deploy the stage again, or set it as docs/reference/aws.md says."
                        .formatted(variable, Wire.shortened(value), wanted));
    }
}
