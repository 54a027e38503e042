package dev.tidemark.orc;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.util.ArrayList;
import java.util.List;

/// The types of a file as columns (docs/reference/orc.md).
final class FileTree {

    /// Name of the column of a file whose rows are no structs, as Spark has it.
    private static final String VALUE = "value";
    /// Deeper ones are made to do harm.
    private static final int MOST_DEPTH = 100;

    private static final int MOST_DIGITS = 38;
    /// Of Hive before 0.13, whose decimals had no precision.
    private static final DataType.Decimal OLD_DECIMAL = new DataType.Decimal(MOST_DIGITS, 18);

    private final Place file;
    private final List<Tail.TypeInfo> types;
    private int next;

    private FileTree(Place file, List<Tail.TypeInfo> types) {
        this.file = file;
        this.types = types;
    }

    /// The top-level columns in the file's order.
    static List<Node> of(Tail tail, Place file) {
        if (tail.types().isEmpty()) {
            if (tail.rows() > 0) {
                throw file.damaged("it has rows and no types");
            }
            return List.of();
        }
        FileTree tree = new FileTree(file, tail.types());
        Tail.TypeInfo root = tail.types().getFirst();
        if (root.kind() != Kind.STRUCT) {
            return List.of(tree.node(0, VALUE, VALUE, 0, 0));
        }
        tree.next = 1;
        return tree.fields(root, "", 0);
    }

    static List<Field> fields(List<Node> nodes) {
        return nodes.stream().map(node -> new Field(node.name(), node.type())).toList();
    }

    /// @throws dev.tidemark.spi.UnreadableObjectException when the node, or something in it, is not read
    static void check(Node node, Place file) {
        Node refused = node.refused();
        if (refused != null) {
            throw file.in(refused.path())
                    .refused(
                            refused.refusal() + ", which is not read",
                            "Declare the source's schema without it, or have it written as another type");
        }
    }

    private List<Node> fields(Tail.TypeInfo struct, String prefix, int depth) {
        if (struct.names().size() != struct.subtypes().size()) {
            throw file.damaged("a struct has " + struct.subtypes().size() + " types for "
                    + struct.names().size() + " names");
        }
        List<Node> fields = new ArrayList<>();
        for (int i = 0; i < struct.names().size(); i++) {
            String name = struct.names().get(i);
            if (name.isEmpty()) {
                throw file.refused(
                        "it has a column without a name" + (prefix.isEmpty() ? "" : " in '" + prefix + "'"),
                        "Have it written with names for all columns");
            }
            fields.add(node(i, name, prefix + name, struct.subtypes().get(i), depth + 1));
        }
        return fields;
    }

    /// Types stand depth first, so each is the one after the last: nothing stands twice, or in itself.
    private Node node(int index, String name, String path, int column, int depth) {
        if (column != next || column >= types.size()) {
            throw file.damaged("its tree of types is not in order");
        }
        if (depth > MOST_DEPTH) {
            throw file.refused(
                    "its types are nested more than " + MOST_DEPTH + " deep", "Have it written with flatter columns");
        }
        next++;
        Tail.TypeInfo info = types.get(column);
        return switch (info.kind()) {
            case BOOLEAN -> single(index, name, path, column, info, DataType.BOOLEAN);
            case BYTE -> single(index, name, path, column, info, DataType.TINYINT);
            case SHORT -> single(index, name, path, column, info, DataType.SMALLINT);
            case INT -> single(index, name, path, column, info, DataType.INT);
            case LONG -> single(index, name, path, column, info, DataType.BIGINT);
            case FLOAT -> single(index, name, path, column, info, DataType.FLOAT);
            case DOUBLE -> single(index, name, path, column, info, DataType.DOUBLE);
            case STRING, VARCHAR, CHAR -> single(index, name, path, column, info, DataType.STRING);
            case BINARY -> single(index, name, path, column, info, DataType.BINARY);
            case DATE -> single(index, name, path, column, info, DataType.DATE);
            case TIMESTAMP, TIMESTAMP_INSTANT -> single(index, name, path, column, info, DataType.TIMESTAMP);
            case DECIMAL -> single(index, name, path, column, info, decimal(info, path));
            case GEOMETRY, GEOGRAPHY ->
                new Node(
                        name,
                        path,
                        index,
                        column,
                        info,
                        DataType.BINARY,
                        List.of(),
                        "is a " + info.kind().name().toLowerCase(java.util.Locale.ROOT));
            case STRUCT, UNION, LIST, MAP -> nested(index, name, path, column, info, depth);
        };
    }

    private Node single(int index, String name, String path, int column, Tail.TypeInfo info, DataType type) {
        if (!info.subtypes().isEmpty()) {
            throw file.in(path).damaged("it is a " + info.kind() + " with other types in it");
        }
        return new Node(name, path, index, column, info, type, List.of(), null);
    }

    private DataType decimal(Tail.TypeInfo info, String path) {
        if (info.precision() == 0) {
            return OLD_DECIMAL;
        }
        if (info.precision() > MOST_DIGITS || info.scale() > info.precision()) {
            throw file.in(path).damaged("it is a decimal(" + info.precision() + "," + info.scale() + ")");
        }
        return new DataType.Decimal(info.precision(), info.scale());
    }

    private Node nested(int index, String name, String path, int column, Tail.TypeInfo info, int depth) {
        List<Node> children = switch (info.kind()) {
            case STRUCT -> fields(info, path + ".", depth);
            case UNION -> members(info, path, depth);
            case LIST -> {
                need(info, path, 1);
                yield List.of(node(0, "element", path + "[]", info.subtypes().getFirst(), depth + 1));
            }
            default -> {
                need(info, path, 2);
                Node keys = node(0, "key", path + "{}", info.subtypes().getFirst(), depth + 1);
                yield List.of(
                        keys, node(1, "value", path + "{}", info.subtypes().getLast(), depth + 1));
            }
        };
        return switch (info.kind()) {
            case LIST -> {
                DataType type = new DataType.Array(children.getFirst().type());
                yield new Node(name, path, index, column, info, type, children, null);
            }
            case MAP -> {
                DataType type = new DataType.Map(children.getLast().type());
                boolean keyed = children.getFirst().children().isEmpty();
                yield new Node(
                        name, path, index, column, info, type, children, keyed ? null : "has keys that are nested");
            }
            default ->
                children.isEmpty()
                        ? new Node(name, path, index, column, info, DataType.BINARY, children, "has no fields")
                        : new Node(
                                name, path, index, column, info, new DataType.Struct(fields(children)), children, null);
        };
    }

    private List<Node> members(Tail.TypeInfo union, String path, int depth) {
        List<Node> members = new ArrayList<>();
        for (int i = 0; i < union.subtypes().size(); i++) {
            String member = "member" + i;
            members.add(node(i, member, path + "." + member, union.subtypes().get(i), depth + 1));
        }
        return members;
    }

    private void need(Tail.TypeInfo info, String path, int subtypes) {
        if (info.subtypes().size() != subtypes) {
            throw file.in(path)
                    .damaged("it is a " + info.kind() + " of " + info.subtypes().size() + " types");
        }
    }
}
