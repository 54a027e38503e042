package dev.tidemark.lambda;

import dev.tidemark.data.TidemarkException;

/// The environment of a function lacks a variable.
public final class SettingMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public SettingMissingException(String variable) {
        super(("The function's environment variable %s is missing."
                        + " Deploy the stage again, or set it as docs/reference/aws.md says.")
                .formatted(variable));
    }
}
