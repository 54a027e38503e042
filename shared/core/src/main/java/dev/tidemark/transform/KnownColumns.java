package dev.tidemark.transform;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of the columns between two transforms before any file was opened: some with their types, some by name
/// alone, and whether there may be others.
final class KnownColumns {

    private final Map<String, Column> columns;
    private final Set<String> gone;
    private boolean open;

    /// @param type null: unknown
    private record Column(String name, @Nullable DataType type) {}

    /// @param open whether there may be columns beside those of `typed`
    KnownColumns(Schema typed, boolean open) {
        this(new LinkedHashMap<>(), new HashSet<>(), open);
        typed.fields().forEach(field -> put(field.name(), field.type()));
    }

    private KnownColumns(Map<String, Column> columns, Set<String> gone, boolean open) {
        this.columns = columns;
        this.gone = gone;
        this.open = open;
    }

    KnownColumns copy() {
        return new KnownColumns(new LinkedHashMap<>(columns), new HashSet<>(gone), open);
    }

    /// The columns whose types are known.
    Schema typed() {
        List<Field> fields = new ArrayList<>();
        for (Column column : columns.values()) {
            DataType type = column.type();
            if (type != null) {
                fields.add(new Field(column.name(), type));
            }
        }
        return new Schema(fields);
    }

    /// Whether no column is unknown, neither by type nor by name.
    boolean complete() {
        return !open && columns.values().stream().allMatch(column -> column.type() != null);
    }

    /// Whether a column of this name is there, with whatever type.
    boolean has(String name) {
        return columns.containsKey(Schema.fold(name));
    }

    @Nullable
    DataType type(String name) {
        Column column = columns.get(Schema.fold(name));
        return column == null ? null : column.type();
    }

    /// Whether it is certain what the name is: a column of a known type, or none.
    boolean certain(String name) {
        Column column = columns.get(Schema.fold(name));
        return column == null ? !open || gone.contains(Schema.fold(name)) : column.type() != null;
    }

    boolean certain(Collection<String> names) {
        return names.stream().allMatch(this::certain);
    }

    void put(String name, @Nullable DataType type) {
        columns.put(Schema.fold(name), new Column(name, type));
        gone.remove(Schema.fold(name));
    }

    void remove(String name) {
        columns.remove(Schema.fold(name));
        gone.add(Schema.fold(name));
    }

    /// From now on these and no others.
    void clear() {
        columns.clear();
        gone.clear();
        open = false;
    }

    /// Nothing is known from now on.
    void forget() {
        clear();
        open = true;
    }

    /// Each of them may be there or not from now on.
    void doubt() {
        columns.replaceAll((_, column) -> new Column(column.name(), null));
    }

    /// A step turned the columns of [#typed()] into these.
    void becomeTyped(Schema output) {
        typed().names().forEach(name -> columns.remove(Schema.fold(name)));
        output.fields().forEach(field -> put(field.name(), field.type()));
    }
}
