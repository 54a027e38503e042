package dev.tidemark.testkit;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.spi.Catalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A catalog in memory.
public final class MemoryCatalog implements Catalog {

    private final Map<String, Table> tables = new HashMap<>();
    private final Map<String, Map<List<@Nullable String>, CatalogPartition>> partitions = new HashMap<>();

    @Override
    public synchronized Optional<Table> table(String database, String name) {
        return Optional.ofNullable(tables.get(database + "." + name));
    }

    @Override
    public synchronized boolean writeTable(Table table) {
        Table before = tables.get(table.fullName());
        if ((before == null ? 0 : before.version()) != table.version()) {
            return false;
        }
        tables.put(table.fullName(), table.atVersion(table.version() + 1));
        return true;
    }

    @Override
    public synchronized List<CatalogPartition> partitions(String database, String name) {
        return List.copyOf(
                partitions.getOrDefault(database + "." + name, Map.of()).values());
    }

    @Override
    public synchronized List<CatalogPartition> writePartitions(
            String database, String name, List<CatalogPartition> added, boolean replace) {
        Map<List<@Nullable String>, CatalogPartition> all =
                partitions.computeIfAbsent(database + "." + name, table -> new LinkedHashMap<>());
        List<CatalogPartition> elsewhere = new ArrayList<>();
        for (CatalogPartition partition : added) {
            CatalogPartition before = all.get(partition.values());
            if (before != null && !before.location().equals(partition.location())) {
                elsewhere.add(before);
            } else if (before == null || replace) {
                all.put(partition.values(), partition);
            }
        }
        return elsewhere;
    }

    /// Takes a partition away: what people do.
    public synchronized void drop(String database, String name, List<@Nullable String> values) {
        partitions.getOrDefault(database + "." + name, Map.of()).remove(values);
    }
}
