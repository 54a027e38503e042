package dev.tidemark.job;

import org.jspecify.annotations.Nullable;

/// The catalog table that a sink keeps up to date.
///
/// @param catalogId           account that owns the catalog; null: our own
/// @param enableUpdateCatalog whether partitions and columns are written at all; true unless said otherwise
public record CatalogTarget(
        @Nullable String catalogId,
        String database,
        String table,
        UpdateBehavior updateBehavior,
        boolean enableUpdateCatalog,
        Places places) {

    /// `database.table`, as messages name it.
    public String fullName() {
        return database + "." + table;
    }
}
