package dev.tidemark.parquet;

import dev.tidemark.data.TidemarkException;

/// An option of a Parquet sink has a value that the writer does not know.
public final class ParquetOptionException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param rule   what a value must be, without a final full stop
    /// @param advice what to write instead, without a final full stop
    public ParquetOptionException(String option, String value, String rule, String advice) {
        super("The option %s of format parquet cannot be '%s': %s; %s.".formatted(option, value, rule, advice));
    }
}
