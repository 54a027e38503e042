package dev.tidemark.orc;

import dev.tidemark.data.TidemarkException;

/// An ORC file without any column was asked for; most engines refuse to read one.
public final class NoDataColumnsException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public NoDataColumnsException() {
        super("An ORC file needs at least one column, but every column of this sink is a partition key, and those are"
                + " in the path. Add a column with applyMapping or derive, or write fewer partitionKeys.");
    }
}
