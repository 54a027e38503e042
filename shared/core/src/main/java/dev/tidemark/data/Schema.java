package dev.tidemark.data;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The columns of a batch, file or table, in order. Names match case-insensitively.
///
/// @param fields columns; no two may be equal but for case
public record Schema(List<Field> fields) {

    public static final Schema EMPTY = new Schema(List.of());

    public Schema {
        fields = List.copyOf(fields);
        Map<String, String> seen = new HashMap<>();
        for (Field field : fields) {
            String before = seen.put(fold(field.name()), field.name());
            if (before != null) {
                throw new AmbiguousColumnException(before, field.name());
            }
        }
    }

    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
    }

    /// The form in which names are compared.
    public static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// Index of the column of this name in any case, or -1.
    public int indexOf(String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        String folded = fold(name);
        for (int i = 0; i < fields.size(); i++) {
            if (fold(fields.get(i).name()).equals(folded)) {
                return i;
            }
        }
        return -1;
    }

    public Optional<Field> find(String name) {
        int index = indexOf(name);
        return index < 0 ? Optional.empty() : Optional.of(fields.get(index));
    }

    public Field field(int index) {
        return fields.get(index);
    }

    public int size() {
        return fields.size();
    }

    public List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    @Override
    public String toString() {
        return fields.isEmpty() ? "()" : new DataType.Struct(fields).toString();
    }
}
