package dev.tidemark.catalog;

import dev.tidemark.data.TidemarkException;

/// The data does not fit the table. Nothing of the run becomes visible.
public final class SchemaRefusedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param table   `database.table`
    /// @param problem what does not fit and what to do, as sentences
    public SchemaRefusedException(String table, String problem) {
        super("Table " + table + " cannot take this run's data: " + problem);
    }
}
