package dev.tidemark.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Columns or fields of a struct as many objects have them, by name in lower case.
///
/// @param byName what was seen under a name
record ObservedFields(Map<String, ObservedField> byName) {

    /// @param spelling the first of the spellings by character code
    /// @param type     what was seen
    record ObservedField(String spelling, ObservedType type) {
        ObservedField plus(ObservedField other) {
            return new ObservedField(
                    spelling.compareTo(other.spelling) <= 0 ? spelling : other.spelling, type.plus(other.type));
        }
    }

    static ObservedFields of(List<Field> fields, String prefix, Set<String> nullOnly) {
        Map<String, ObservedField> byName = new TreeMap<>();
        for (Field field : fields) {
            ObservedType type = ObservedType.of(field.type(), prefix + field.name(), nullOnly);
            byName.merge(Schema.fold(field.name()), new ObservedField(field.name(), type), ObservedField::plus);
        }
        return new ObservedFields(byName);
    }

    ObservedFields plus(ObservedFields other) {
        Map<String, ObservedField> all = new TreeMap<>(byName);
        other.byName.forEach((name, field) -> all.merge(name, field, ObservedField::plus));
        return new ObservedFields(all);
    }

    /// The fields with one type each: before a field come those that `before` names for it, else names decide.
    ///
    /// @param place   the object whose fields these are, empty for the record
    /// @param prefix  of the fields' own places
    /// @param bounded whether there can be too many
    /// @param text    see [SampledSchema#textField()]; empty for none
    /// @throws TooManyFieldsException when there are too many
    List<Field> fields(String place, String prefix, Map<String, Set<String>> before, boolean bounded, String text) {
        if (bounded && byName.size() > TooManyFieldsException.MOST) {
            throw new TooManyFieldsException(place);
        }
        List<Field> fields = new ArrayList<>();
        for (String name : ordered(before)) {
            ObservedField field = byName.getOrDefault(name, new ObservedField(name, ObservedType.NOTHING));
            fields.add(new Field(field.spelling(), field.type().type(prefix + field.spelling(), bounded, text)));
        }
        return fields;
    }

    /// Topological; objects that contradict each other leave no first one, then the first by name goes on.
    private List<String> ordered(Map<String, Set<String>> before) {
        TreeSet<String> left = new TreeSet<>(byName.keySet());
        List<String> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            String next = left.stream()
                    .filter(name -> before.getOrDefault(name, Set.of()).stream().noneMatch(left::contains))
                    .findFirst()
                    .orElseGet(left::first);
            left.remove(next);
            ordered.add(next);
        }
        return ordered;
    }
}
