package dev.tidemark.text;

import dev.tidemark.data.DataType;
import dev.tidemark.data.TidemarkException;

/// A column whose type CSV cannot hold.
public final class CsvColumnException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public CsvColumnException(String column, DataType type) {
        super(
                ("Column '%s' has type %s, which CSV cannot hold: a CSV field is one value. Use format json or parquet for"
                                + " it, pick its parts with applyMapping, or drop it with dropFields.")
                        .formatted(column, type));
    }
}
