package dev.tidemark.catalog;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Merges the columns of new files into those of a table (Glue's UPDATE_IN_DATABASE, without its traps).
///
/// New columns go last; int→bigint, float→double and wider decimals are allowed; any other change of type is refused
/// with both types named; a column that the files no longer have stays; order is kept; names are lower-cased.
public final class CatalogMerge {

    /// @param columns       merged columns
    /// @param schemaChanges one a column that changed
    /// @param cascade       whether partitions made before need the new columns too
    public record Merged(List<Field> columns, List<SchemaChange> schemaChanges, boolean cascade) {
        public Merged {
            columns = List.copyOf(columns);
            schemaChanges = List.copyOf(schemaChanges);
        }
    }

    private CatalogMerge() {}

    /// @throws SchemaRefusedException when a type may not change as the files ask
    public static Merged merge(String table, List<Field> before, List<Field> files) {
        List<Field> merged = new ArrayList<>(before);
        List<SchemaChange> changes = new ArrayList<>();
        boolean cascade = false;
        for (Field file : lowerCase(table, files)) {
            OptionalInt at = indexOf(merged, file.name());
            if (at.isEmpty()) {
                merged.add(file);
                changes.add(new SchemaChange(
                        file.name(), null, file.type(), SchemaChange.Change.ADDED, "new columns go last"));
                continue;
            }
            DataType old = merged.get(at.getAsInt()).type();
            DataType wide = wider(old, file.type());
            if (wide == null) {
                throw new SchemaRefusedException(
                        table,
                        ("column '%s' is %s in the table and %s in the files. Allowed are new columns, int to bigint, float to"
                                        + " double, and wider decimals. Cast it to %s in the job, or write to another table.")
                                .formatted(file.name(), old, file.type(), old));
            }
            if (!wide.equals(old)) {
                merged.set(at.getAsInt(), new Field(file.name(), wide));
                cascade = true;
                changes.add(new SchemaChange(
                        file.name(),
                        old,
                        wide,
                        SchemaChange.Change.WIDENED,
                        "partitions made before take the new type"));
            }
        }
        return new Merged(merged, changes, cascade);
    }

    /// As above, into a table as it was read.
    ///
    /// @throws SchemaRefusedException also when the table would change and some of its columns are not seen
    public static Merged merge(Table before, List<Field> files) {
        Merged merged = merge(before.fullName(), before.columns(), files);
        List<String> unseen = before.unseenColumns();
        if (!unseen.isEmpty() && !merged.columns().equals(before.columns())) {
            throw new SchemaRefusedException(
                    before.fullName(),
                    ("column '%s' was in it when Tidemark changed it last and is not seen now; writing the table back would"
                                    + " take it away. If Lake Formation hides it, grant SELECT on all columns to who writes. If it"
                                    + " was dropped on purpose, remove the table's property %s.")
                            .formatted(unseen.getFirst(), Table.COLUMNS_NOTE));
        }
        return merged;
    }

    /// Whether every column of the files is in the table with a type that holds it.
    public static boolean fits(List<Field> table, List<Field> files) {
        return files.stream().allMatch(file -> {
            OptionalInt at = indexOf(table, file.name());
            return at.isPresent()
                    && table.get(at.getAsInt())
                            .type()
                            .equals(wider(table.get(at.getAsInt()).type(), file.type()));
        });
    }

    /// Names as a catalog holds them.
    ///
    /// @throws SchemaRefusedException when two columns are equal but for case
    public static List<Field> lowerCase(String table, List<Field> fields) {
        return lowerCase(table, "", fields);
    }

    /// @param path of the struct that the fields belong to, ending in a dot, or empty
    private static List<Field> lowerCase(String table, String path, List<Field> fields) {
        Map<String, String> seen = new HashMap<>();
        List<Field> lower = new ArrayList<>();
        for (Field field : fields) {
            String name = Schema.fold(field.name());
            String other = seen.put(name, field.name());
            if (other != null) {
                throw new SchemaRefusedException(
                        table,
                        "columns '%s' and '%s' are equal but for case. Rename one."
                                .formatted(path + other, path + field.name()));
            }
            lower.add(new Field(name, lowerCase(table, path + field.name(), field.type())));
        }
        return lower;
    }

    private static DataType lowerCase(String table, String path, DataType type) {
        return switch (type) {
            case DataType.Primitive primitive -> primitive;
            case DataType.Decimal decimal -> decimal;
            case DataType.Array array -> new DataType.Array(lowerCase(table, path, array.element()));
            case DataType.Map map -> new DataType.Map(lowerCase(table, path, map.value()));
            case DataType.Struct struct -> new DataType.Struct(lowerCase(table, path + ".", struct.fields()));
        };
    }

    /// The type that holds both, or null where the table may not change so.
    private static @Nullable DataType wider(DataType table, DataType file) {
        if (table.equals(file)) {
            return table;
        }
        return switch (table) {
            case DataType.Primitive from -> file instanceof DataType.Primitive to ? wider(from, to) : null;
            case DataType.Decimal from -> file instanceof DataType.Decimal to ? wider(from, to) : null;
            case DataType.Array from -> file instanceof DataType.Array to ? wider(from, to) : null;
            case DataType.Map from -> file instanceof DataType.Map to ? wider(from, to) : null;
            case DataType.Struct from -> file instanceof DataType.Struct to ? wider(from, to) : null;
        };
    }

    private static @Nullable DataType wider(DataType.Primitive table, DataType.Primitive file) {
        List<DataType> whole = List.of(DataType.TINYINT, DataType.SMALLINT, DataType.INT, DataType.BIGINT);
        int from = whole.indexOf(table);
        int to = whole.indexOf(file);
        if (from >= 0 && to >= 0) {
            return whole.get(Math.max(from, to));
        }
        List<DataType> floating = List.of(DataType.FLOAT, DataType.DOUBLE);
        from = floating.indexOf(table);
        to = floating.indexOf(file);
        return from >= 0 && to >= 0 ? floating.get(Math.max(from, to)) : null;
    }

    private static @Nullable DataType wider(DataType.Decimal table, DataType.Decimal file) {
        int scale = Math.max(table.scale(), file.scale());
        int whole = Math.max(table.precision() - table.scale(), file.precision() - file.scale());
        return whole + scale > 38 ? null : DataType.decimal(whole + scale, scale);
    }

    private static @Nullable DataType wider(DataType.Array table, DataType.Array file) {
        DataType element = wider(table.element(), file.element());
        return element == null ? null : new DataType.Array(element);
    }

    private static @Nullable DataType wider(DataType.Map table, DataType.Map file) {
        DataType value = wider(table.value(), file.value());
        return value == null ? null : new DataType.Map(value);
    }

    private static @Nullable DataType wider(DataType.Struct table, DataType.Struct file) {
        List<Field> fields = new ArrayList<>(table.fields());
        for (Field field : file.fields()) {
            OptionalInt at = indexOf(fields, field.name());
            if (at.isEmpty()) {
                fields.add(field);
                continue;
            }
            DataType wide = wider(fields.get(at.getAsInt()).type(), field.type());
            if (wide == null) {
                return null;
            }
            fields.set(at.getAsInt(), new Field(fields.get(at.getAsInt()).name(), wide));
        }
        return new DataType.Struct(fields);
    }

    private static OptionalInt indexOf(List<Field> fields, String name) {
        String folded = Schema.fold(name);
        for (int i = 0; i < fields.size(); i++) {
            if (Schema.fold(fields.get(i).name()).equals(folded)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }
}
