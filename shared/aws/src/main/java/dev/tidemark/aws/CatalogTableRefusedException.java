package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;

/// A table of the Glue Data Catalog is not one that Tidemark may write files for.
public final class CatalogTableRefusedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param table   `database.table`
    /// @param problem why, and what to do, without a final full stop
    public CatalogTableRefusedException(String table, String problem) {
        super("Table " + table + " of the Glue Data Catalog is refused: " + problem + ".");
    }
}
