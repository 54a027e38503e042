package dev.tidemark.catalog;

import dev.tidemark.data.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A partition of a table.
///
/// @param values   raw values in the order of the table's keys; null is the default partition
/// @param location full location, ending in `/`
/// @param columns  data columns as they were when the partition was made or last cascaded to
public record CatalogPartition(List<@Nullable String> values, String location, List<Field> columns) {

    // In full: a compact constructor would lose the annotation of the values' type.
    public CatalogPartition(List<@Nullable String> values, String location, List<Field> columns) {
        this.values = Collections.unmodifiableList(new ArrayList<>(values));
        this.location = location;
        this.columns = List.copyOf(columns);
    }
}
