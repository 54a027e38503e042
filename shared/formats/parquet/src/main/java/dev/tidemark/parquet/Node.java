package dev.tidemark.parquet;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.util.ArrayList;
import java.util.List;

/// A column of a file, or what lies inside one, with the levels by which it is put together.
///
/// Levels as in the Dremel paper and <https://parquet.apache.org/docs/file-format/nestedencoding/>: `present` is
/// the definition level from which a thing is there, not null.
sealed interface Node {

    String name();

    DataType type();

    int present();

    /// Single values.
    ///
    /// @param column     index of the column chunk
    /// @param repetition number of lists and maps around it
    record Scalar(String name, String path, int present, int repetition, int column, ValueForm form) implements Node {

        @Override
        public DataType type() {
            return form.type();
        }
    }

    record Struct(String name, int present, List<Node> fields) implements Node {

        public Struct {
            fields = List.copyOf(fields);
        }

        @Override
        public DataType.Struct type() {
            return new DataType.Struct(fields.stream()
                    .map(field -> new Field(field.name(), field.type()))
                    .toList());
        }
    }

    /// A list, whatever the levels between it and its elements are.
    ///
    /// @param entry      the definition level from which an element is there, null or not
    /// @param repetition the repetition level of all elements but the first
    record Elements(String name, int present, int entry, int repetition, Node element) implements Node {

        @Override
        public DataType.Array type() {
            return new DataType.Array(element.type());
        }
    }

    /// A map.
    ///
    /// @param keys of any single type; as text they are what the map has
    record Entries(String name, int present, int entry, int repetition, Scalar keys, Node values) implements Node {

        @Override
        public DataType.Map type() {
            return new DataType.Map(values.type());
        }
    }

    /// What is not read, however it is asked for.
    ///
    /// @param what    its type, and why that is not read
    record Refused(String name, String path, int present, String what) implements Node {

        @Override
        public DataType type() {
            return DataType.BINARY;
        }
    }

    /// The part of this that has `type`, which lacks fields of structs.
    default Node as(DataType type) {
        return switch (this) {
            case Struct struct
            when type instanceof DataType.Struct kept -> {
                List<Node> fields = new ArrayList<>();
                for (Node field : struct.fields()) {
                    kept.fields().stream()
                            .filter(other -> other.name().equals(field.name()))
                            .findFirst()
                            .ifPresent(other -> fields.add(field.as(other.type())));
                }
                yield new Struct(struct.name(), struct.present(), fields);
            }
            case Elements list
            when type instanceof DataType.Array kept ->
                new Elements(
                        list.name(),
                        list.present(),
                        list.entry(),
                        list.repetition(),
                        list.element().as(kept.element()));
            case Entries map
            when type instanceof DataType.Map kept ->
                new Entries(
                        map.name(),
                        map.present(),
                        map.entry(),
                        map.repetition(),
                        map.keys(),
                        map.values().as(kept.value()));
            case Scalar _, Struct _, Elements _, Entries _, Refused _ -> this;
        };
    }
}
