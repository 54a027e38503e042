package dev.tidemark.run;

import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.catalog.CatalogMerge;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.spi.Catalog;
import java.util.List;
import java.util.Optional;

/// Applies the changes of a commit to a catalog. Again is a no-op, but not a short one: all is written again.
final class CatalogPublishing {

    /// Partitions between two looks at the clock.
    private static final int PARTITIONS_A_STRIDE = 1_000;

    private final Catalog catalog;
    private final Runnable beforeEach;

    /// @param beforeEach called before each stride: it may throw when there is no time for another
    CatalogPublishing(Catalog catalog, Runnable beforeEach) {
        this.catalog = catalog;
        this.beforeEach = beforeEach;
    }

    void apply(List<CatalogChange> changes) {
        for (CatalogChange change : changes) {
            Table table = writeTable(change);
            write(table, change.partitions(), false);
            if (change.cascade()) {
                cascadeUntilItStands(table);
            }
        }
    }

    /// Another job may share the table and cascade at the same time: whoever finds that it moved does so again.
    private void cascadeUntilItStands(Table written) {
        Table table = written;
        while (true) {
            beforeEach.run();
            cascade(table);
            Table now = catalog.table(table.database(), table.name()).orElse(table);
            if (now.columns().equals(table.columns())) {
                return;
            }
            table = now;
        }
    }

    /// Merges again with the table as it is now: another job may have written to it since this change was made.
    private Table writeTable(CatalogChange change) {
        while (true) {
            beforeEach.run();
            Table wanted = change.table();
            Optional<Table> found = catalog.table(wanted.database(), wanted.name());
            if (found.isEmpty()) {
                if (catalog.writeTable(wanted.atVersion(0))) {
                    return wanted;
                }
                continue;
            }
            Table before = found.get();
            Table merged = before.withColumns(
                    CatalogMerge.merge(before, wanted.columns()).columns());
            if (merged.columns().equals(before.columns()) || catalog.writeTable(merged)) {
                return merged;
            }
        }
    }

    /// Gives the table's columns to all partitions; location and everything else stay as they are.
    private void cascade(Table table) {
        List<CatalogPartition> behind = catalog.partitions(table.database(), table.name()).stream()
                .filter(partition -> !partition.columns().equals(table.columns()))
                .map(partition -> new CatalogPartition(partition.values(), partition.location(), table.columns()))
                .toList();
        write(table, behind, true);
    }

    private void write(Table table, List<CatalogPartition> partitions, boolean replace) {
        for (int from = 0; from < partitions.size(); from += PARTITIONS_A_STRIDE) {
            beforeEach.run();
            List<CatalogPartition> stride =
                    partitions.subList(from, Math.min(from + PARTITIONS_A_STRIDE, partitions.size()));
            List<CatalogPartition> elsewhere = catalog.writePartitions(table.database(), table.name(), stride, replace);
            if (!elsewhere.isEmpty()) {
                throw new PartitionElsewhereException(table.fullName(), elsewhere.getFirst());
            }
        }
    }
}
