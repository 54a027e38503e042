package dev.tidemark.orc;

import dev.tidemark.data.TidemarkException;

/// An option of an ORC sink has a value that the writer does not know.
public final class OrcOptionException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param rule   what a value must be, without a final full stop
    /// @param advice what to write instead, without a final full stop
    public OrcOptionException(String option, String value, String rule, String advice) {
        super("The option %s of format orc cannot be '%s': %s; %s.".formatted(option, value, rule, advice));
    }
}
