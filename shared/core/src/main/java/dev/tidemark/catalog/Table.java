package dev.tidemark.catalog;

import dev.tidemark.data.Field;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A table as a catalog knows it. Names are lower case.
///
/// @param columns       data columns in order; partition keys are not among them
/// @param partitionKeys in order
/// @param location      full location of its files, ending in `/`
/// @param format        format of its files: `parquet`, `csv` …
/// @param parameters    whatever else the catalog keeps (serde parameters and other programs' notes), kept as read
/// @param version       the catalog's version of this table; 0 for one that does not exist yet
public record Table(
        String database,
        String name,
        List<Field> columns,
        List<Field> partitionKeys,
        String location,
        String format,
        Map<String, String> parameters,
        long version) {

    public Table {
        columns = List.copyOf(columns);
        partitionKeys = List.copyOf(partitionKeys);
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    public String fullName() {
        return database + "." + name;
    }

    public Table withColumns(List<Field> changed) {
        return new Table(database, name, changed, partitionKeys, location, format, parameters, version);
    }

    public Table atVersion(long changed) {
        return new Table(database, name, columns, partitionKeys, location, format, parameters, changed);
    }
}
