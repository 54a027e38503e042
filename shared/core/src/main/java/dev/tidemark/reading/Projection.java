package dev.tidemark.reading;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What must be decoded of a file's type to fill another.
final class Projection {

    private Projection() {}

    /// The file's type without the fields of structs that nobody asks for. A struct keeps at least one: else
    /// nobody would know where it is null.
    ///
    /// @param unknown told the path of each field that is left out
    static DataType of(DataType file, DataType asked, String path, Consumer<String> unknown) {
        return switch (file) {
            case DataType.Struct struct
            when asked instanceof DataType.Struct other -> struct(struct, other, path, unknown);
            case DataType.Array array
            when asked instanceof DataType.Array other ->
                new DataType.Array(of(array.element(), other.element(), path + "[]", unknown));
            case DataType.Map map
            when asked instanceof DataType.Map other ->
                new DataType.Map(of(map.value(), other.value(), path + "{}", unknown));
            case DataType.Primitive _, DataType.Decimal _, DataType.Array _, DataType.Map _, DataType.Struct _ -> file;
        };
    }

    private static DataType struct(DataType.Struct file, DataType.Struct asked, String path, Consumer<String> unknown) {
        List<Field> kept = new ArrayList<>();
        for (Field field : file.fields()) {
            String place = path + "." + field.name();
            asked.fields().stream()
                    .filter(other -> Schema.fold(other.name()).equals(Schema.fold(field.name())))
                    .findFirst()
                    .ifPresentOrElse(
                            other -> kept.add(new Field(field.name(), of(field.type(), other.type(), place, unknown))),
                            () -> unknown.accept(place));
        }
        return new DataType.Struct(kept.isEmpty() ? List.of(file.fields().getFirst()) : kept);
    }
}
