package dev.tidemark.orc;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Our types as the tree of types of a file, in depth-first order.
final class FileTypes {

    private FileTypes() {}

    /// Tells the type and all in it, in the file's order.
    static void each(DataType type, Consumer<DataType> column) {
        column.accept(type);
        inside(type).forEach(child -> each(child, column));
    }

    private static List<DataType> inside(DataType type) {
        return switch (type) {
            case DataType.Struct struct ->
                struct.fields().stream().map(Field::type).toList();
            case DataType.Array array -> List.of(array.element());
            case DataType.Map map -> List.of(DataType.STRING, map.value());
            case DataType.Primitive _, DataType.Decimal _ -> List.of();
        };
    }

    private static int size(DataType type) {
        int[] size = {0};
        each(type, _ -> size[0]++);
        return size[0];
    }

    static void write(DataType root, ProtoWriter footer) {
        List<DataType> all = new ArrayList<>();
        each(root, all::add);
        for (int i = 0; i < all.size(); i++) {
            footer.message(4, message(all.get(i), i));
        }
    }

    private static ProtoWriter message(DataType type, int column) {
        ProtoWriter message = new ProtoWriter().number(1, kind(type).number());
        List<DataType> inside = inside(type);
        if (!inside.isEmpty()) {
            long[] subtypes = new long[inside.size()];
            int next = column + 1;
            for (int i = 0; i < subtypes.length; i++) {
                subtypes[i] = next;
                next += size(inside.get(i));
            }
            message.numbers(2, subtypes, subtypes.length);
        }
        if (type instanceof DataType.Struct struct) {
            struct.fields().forEach(field -> message.text(3, field.name()));
        }
        if (type instanceof DataType.Decimal decimal) {
            message.number(5, decimal.precision()).number(6, decimal.scale());
        }
        return message;
    }

    private static Kind kind(DataType type) {
        return switch (type) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN -> Kind.BOOLEAN;
                    case TINYINT -> Kind.BYTE;
                    case SMALLINT -> Kind.SHORT;
                    case INT -> Kind.INT;
                    case BIGINT -> Kind.LONG;
                    case FLOAT -> Kind.FLOAT;
                    case DOUBLE -> Kind.DOUBLE;
                    case STRING -> Kind.STRING;
                    case BINARY -> Kind.BINARY;
                    case DATE -> Kind.DATE;
                    case TIMESTAMP -> Kind.TIMESTAMP;
                };
            case DataType.Decimal _ -> Kind.DECIMAL;
            case DataType.Array _ -> Kind.LIST;
            case DataType.Map _ -> Kind.MAP;
            case DataType.Struct _ -> Kind.STRUCT;
        };
    }
}
