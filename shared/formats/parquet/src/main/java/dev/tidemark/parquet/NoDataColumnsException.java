package dev.tidemark.parquet;

import dev.tidemark.data.TidemarkException;

/// A Parquet file without any column was asked for; most engines refuse to read one.
public final class NoDataColumnsException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public NoDataColumnsException() {
        super(
                "A Parquet file needs at least one column, but every column of this sink is a partition key, and those are"
                        + " in the path. Add a column with applyMapping or derive, or write fewer partitionKeys.");
    }
}
