package dev.tidemark.catalog;

import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

    /// The parameter in which a catalog that hides columns from readers without grants keeps the names of all.
    public static final String COLUMNS_NOTE = "tidemark.columns";

    /// The value of [#COLUMNS_NOTE].
    public static String note(List<Field> columns) {
        return columns.stream()
                .map(field -> field.name().replace("\\", "\\\\").replace(",", "\\,"))
                .collect(Collectors.joining(","));
    }

    /// Columns that were there when the table was written last and are not among those we see: hidden, or dropped by
    /// hand. Whoever writes the table back would take them away for everybody.
    public List<String> unseenColumns() {
        String noted = parameters.getOrDefault(COLUMNS_NOTE, "");
        Set<String> seen =
                columns.stream().map(field -> Schema.fold(field.name())).collect(Collectors.toSet());
        List<String> unseen = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        for (int i = 0; i <= noted.length(); i++) {
            if (i == noted.length() || noted.charAt(i) == ',') {
                if (!name.isEmpty() && !seen.contains(Schema.fold(name.toString()))) {
                    unseen.add(name.toString());
                }
                name.setLength(0);
            } else {
                i += noted.charAt(i) == '\\' && i + 1 < noted.length() ? 1 : 0;
                name.append(noted.charAt(i));
            }
        }
        return unseen;
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
