package dev.tidemark.orc;

import dev.tidemark.data.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A column of a file, or what lies inside one.
///
/// @param path     its name and those of what is around it, for errors
/// @param index    which of the children of what is around it this is, in the file
/// @param column   number in the file's tree of types, by which streams are found
/// @param type     what its values are here
/// @param children fields, members of a union, elements, or keys and values
/// @param refusal  why it is not read, if so: then `type` means nothing
record Node(
        String name,
        String path,
        int index,
        int column,
        Tail.TypeInfo info,
        DataType type,
        List<Node> children,
        @Nullable String refusal) {

    Node {
        children = List.copyOf(children);
    }

    Kind kind() {
        return info.kind();
    }

    /// Its type in ORC's words, of nested ones without what is in them.
    String stored() {
        String name = kind().name().toLowerCase(Locale.ROOT);
        return switch (kind()) {
            case DECIMAL -> name + "(" + info.precision() + "," + info.scale() + ")";
            case TIMESTAMP_INSTANT -> "timestamp with local time zone";
            default -> name;
        };
    }

    /// The part of this that has type `kept`, which lacks fields of structs.
    Node as(DataType kept) {
        List<Node> inside = new ArrayList<>();
        switch (kept) {
            case DataType.Struct struct ->
                struct.fields()
                        .forEach(field -> children.stream()
                                .filter(child -> child.name().equals(field.name()))
                                .findFirst()
                                .ifPresent(child -> inside.add(child.as(field.type()))));
            case DataType.Array array -> inside.add(children.getFirst().as(array.element()));
            case DataType.Map map -> {
                inside.add(children.getFirst());
                inside.add(children.getLast().as(map.value()));
            }
            case DataType.Primitive _, DataType.Decimal _ -> inside.addAll(children);
        }
        return new Node(name, path, index, column, info, kept, inside, refusal);
    }

    /// The first thing in this that is not read.
    @Nullable
    Node refused() {
        if (refusal != null) {
            return this;
        }
        for (Node child : children) {
            Node refused = child.refused();
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }
}
