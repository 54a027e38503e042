package dev.tidemark.data;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Everything that was seen in one place of many objects, before one type is made of it.
///
/// Merging is the union of what was seen, so that neither order nor grouping of the objects matters; only [#type]
/// decides, once, over all of it. A place where only nulls were seen has nothing in it and takes any other's type.
///
/// @param scalars  types of single values
/// @param elements what was seen in arrays, when there were any
/// @param values   what was seen in maps
/// @param fields   what was seen in structs
record ObservedType(
        Set<DataType> scalars,
        Optional<ObservedType> elements,
        Optional<ObservedType> values,
        Optional<ObservedFields> fields) {

    static final ObservedType NOTHING =
            new ObservedType(Set.of(), Optional.empty(), Optional.empty(), Optional.empty());

    ObservedType {
        scalars = Set.copyOf(scalars);
    }

    static ObservedType of(DataType type, String place, Set<String> nullOnly) {
        if (nullOnly.contains(place)) {
            return NOTHING;
        }
        return switch (type) {
            case DataType.Array array ->
                new ObservedType(
                        Set.of(),
                        Optional.of(of(array.element(), place + "[]", nullOnly)),
                        Optional.empty(),
                        Optional.empty());
            case DataType.Map map ->
                new ObservedType(
                        Set.of(),
                        Optional.empty(),
                        Optional.of(of(map.value(), place + "{}", nullOnly)),
                        Optional.empty());
            case DataType.Struct struct ->
                new ObservedType(
                        Set.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(ObservedFields.of(struct.fields(), place + ".", nullOnly)));
            case DataType.Primitive primitive ->
                new ObservedType(Set.of(primitive), Optional.empty(), Optional.empty(), Optional.empty());
            case DataType.Decimal decimal ->
                new ObservedType(Set.of(decimal), Optional.empty(), Optional.empty(), Optional.empty());
        };
    }

    ObservedType plus(ObservedType other) {
        Set<DataType> all = new HashSet<>(scalars);
        all.addAll(other.scalars);
        return new ObservedType(
                all,
                either(elements, other.elements),
                either(values, other.values),
                fields.isEmpty()
                        ? other.fields
                        : other.fields.isEmpty()
                                ? fields
                                : Optional.of(fields.get().plus(other.fields.get())));
    }

    private static Optional<ObservedType> either(Optional<ObservedType> one, Optional<ObservedType> other) {
        if (one.isEmpty()) {
            return other;
        }
        return other.isEmpty() ? one : Optional.of(one.get().plus(other.get()));
    }

    /// The type that holds everything that was seen; string when it is of several kinds.
    ///
    /// @param text see [SampledSchema#textField()]; empty for none
    DataType type(String place, boolean bounded, String text) {
        int kinds = (scalars.isEmpty() ? 0 : 1)
                + (elements.isPresent() ? 1 : 0)
                + (values.isPresent() ? 1 : 0)
                + (fields.isPresent() ? 1 : 0);
        if (kinds > 1 && !text.isEmpty() && values.isEmpty()) {
            return typeOfElements(place, bounded, text);
        }
        if (kinds != 1) {
            return DataType.STRING;
        }
        if (elements.isPresent()) {
            return new DataType.Array(elements.get().type(place + "[]", bounded, text));
        }
        if (values.isPresent()) {
            return new DataType.Map(values.get().type(place + "{}", bounded, text));
        }
        if (fields.isPresent()) {
            return new DataType.Struct(fields.get().fields(place, place + ".", new TreeMap<>(), bounded, text));
        }
        return WidestType.of(scalars);
    }

    private DataType typeOfElements(String place, boolean bounded, String text) {
        if (elements.isPresent()) {
            ObservedType once = new ObservedType(scalars, Optional.empty(), Optional.empty(), fields);
            return new DataType.Array(elements.get().plus(once).type(place + "[]", bounded, text));
        }
        ObservedFields both = fields.orElseThrow()
                .plus(new ObservedFields(Map.of(
                        Schema.fold(text),
                        new ObservedFields.ObservedField(
                                text,
                                new ObservedType(scalars, Optional.empty(), Optional.empty(), Optional.empty())))));
        return new DataType.Struct(both.fields(place, place + ".", new TreeMap<>(), bounded, text));
    }
}
