package dev.tidemark.transform;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is known of the columns between two transforms before any file was opened: some with their types, some by name
/// alone, and whether there may be others.
final class KnownColumns {

    private static final String BEHIND =
            " first comes behind the first megabyte of a file, declare it in the source's schema.";

    private final Map<String, Column> columns;
    /// Folded names of columns that a step took away, with a sentence that says so.
    private final Map<String, String> gone;

    private boolean open;
    private boolean sampled;
    private @Nullable String emptied;

    /// @param type null: unknown
    private record Column(String name, @Nullable DataType type) {}

    /// @param open whether there may be columns beside those of `typed`
    KnownColumns(Schema typed, boolean open) {
        this(new LinkedHashMap<>(), new HashMap<>(), open);
        typed.fields().forEach(field -> put(field.name(), field.type()));
    }

    private KnownColumns(Map<String, Column> columns, Map<String, String> gone, boolean open) {
        this.columns = columns;
        this.gone = gone;
        this.open = open;
    }

    KnownColumns copy() {
        KnownColumns copy = new KnownColumns(new LinkedHashMap<>(columns), new HashMap<>(gone), open);
        copy.sampled = sampled;
        copy.emptied = emptied;
        return copy;
    }

    /// As columns of files that were looked into up to a bound: there may be some behind it.
    KnownColumns sampled(boolean yes) {
        sampled = yes;
        return this;
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
        return column == null ? !open || gone.containsKey(Schema.fold(name)) : column.type() != null;
    }

    boolean certain(Collection<String> names) {
        return names.stream().allMatch(this::certain);
    }

    void put(String name, @Nullable DataType type) {
        columns.put(Schema.fold(name), new Column(name, type));
        gone.remove(Schema.fold(name));
    }

    /// @param by a sentence that says which step takes it away
    void remove(String name, String by) {
        columns.remove(Schema.fold(name));
        gone.put(Schema.fold(name), by);
        emptied = columns.isEmpty() && !open ? by : emptied;
    }

    /// From now on these and no others.
    ///
    /// @param by a sentence that says which step takes the others away
    void clear(String by) {
        columns.keySet().forEach(name -> gone.put(name, by));
        columns.clear();
        open = false;
        sampled = false;
        emptied = by;
    }

    /// Nothing is known from now on.
    void forget() {
        columns.clear();
        gone.clear();
        open = true;
        sampled = false;
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

    /// All of them, for people.
    List<String> names() {
        return columns.values().stream().map(Column::name).toList();
    }

    /// As the end of a sentence that misses a column.
    String known() {
        return columns.isEmpty() ? "no column is left" : "known are " + String.join(", ", names());
    }

    /// Whether [#hint] says more than what there is.
    boolean explains(String name) {
        return gone.containsKey(Schema.fold(name))
                || NearestName.of(name, names()) != null
                || columns.isEmpty()
                || sampled;
    }

    /// What to do about a name that is no column.
    String hint(String name) {
        String by = gone.get(Schema.fold(name));
        if (by != null) {
            return by;
        }
        String nearest = NearestName.of(name, names());
        if (nearest != null) {
            return "Did you mean " + nearest + "?" + (sampled ? " If not, and it" + BEHIND : "");
        }
        if (columns.isEmpty()) {
            return emptied == null ? "No column is left here." : "No column is left here: " + emptied;
        }
        return "Known are " + String.join(", ", names()) + "." + (sampled ? " If it" + BEHIND : "");
    }
}
