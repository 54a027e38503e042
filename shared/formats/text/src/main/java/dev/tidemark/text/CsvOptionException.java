package dev.tidemark.text;

import dev.tidemark.data.TidemarkException;

/// An option of a CSV source or sink has a value that cannot work.
public final class CsvOptionException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param reason why it cannot work and what would, as one or two sentences without a final full stop
    public CsvOptionException(String option, String value, String reason) {
        super("formatOptions: %s is '%s': %s.".formatted(option, value, reason));
    }
}
