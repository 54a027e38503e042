package dev.tidemark.spi;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import java.util.List;
import java.util.Optional;

/// A catalog of tables. Only the publisher of a commit writes to it. `CatalogContract` in the testkit checks it.
public interface Catalog {

    Optional<Table> table(String database, String name);

    /// Creates the table (and its database) when `table.version()` is 0, else replaces that very version.
    ///
    /// @return false when the table is at another version (or exists already): read it and merge again
    boolean writeTable(Table table);

    /// All partitions of a table, by values.
    List<CatalogPartition> partitions(String database, String name);

    /// Registers partitions; existing ones are replaced only where `replace` says so. Batches inside.
    ///
    /// @return the partitions that exist already with another location (and were left as they are)
    List<CatalogPartition> writePartitions(
            String database, String name, List<CatalogPartition> partitions, boolean replace);
}
