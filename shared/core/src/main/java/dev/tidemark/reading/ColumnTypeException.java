package dev.tidemark.reading;

import dev.tidemark.data.DataType;
import dev.tidemark.data.TidemarkException;

/// A file's column has a type that is never read as the one that was asked for. Never retried.
public final class ColumnTypeException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param path   the column, with `.field`, `[]` or `{}` behind it for what lies inside
    /// @param wayOut what to do, as a sentence
    ColumnTypeException(String location, String path, DataType inFile, DataType asked, String wayOut) {
        super(
                ("Column '%s' of %s is %s there, which is not read as %s (the type in the source's schema, or that of files"
                                + " read before). %s")
                        .formatted(path, location, inFile, asked, wayOut));
    }
}
