package dev.tidemark.parquet;

import dev.tidemark.data.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;

/// The columns of a file, made of its schema's elements. Lists and maps are known by any of the shapes that
/// writers gave them in the course of time.
///
/// Source: <https://github.com/apache/parquet-format/blob/master/LogicalTypes.md> "Lists" and "Maps", with their
/// rules for backward compatibility.
final class FileTree {

    private static final int MOST_DEPTH = 100;
    /// Of values that all have one width: room is made for it without seeing one.
    private static final int MOST_WIDTH = 1 << 20;

    private final List<SchemaElement> elements;
    private final Place file;
    private final List<Node> nodes = new ArrayList<>();
    private int at;
    private int columns;

    private FileTree(List<SchemaElement> elements, Place file) {
        this.elements = elements;
        this.file = file;
    }

    /// @param nodes   the top-level columns in the file's order
    /// @param columns how many column chunks a row group has
    record Columns(List<Node> nodes, int columns) {

        List<Field> fields() {
            return nodes.stream()
                    .map(node -> new Field(node.name(), node.type()))
                    .toList();
        }
    }

    /// @throws dev.tidemark.spi.UnreadableObjectException when the elements are no tree
    static Columns of(List<SchemaElement> elements, Place file) {
        FileTree tree = new FileTree(elements, file);
        int count = tree.next().getNum_children();
        for (int i = 0; i < count; i++) {
            tree.nodes.add(tree.node(tree.take(0)));
        }
        if (tree.at != elements.size()) {
            throw file.damaged("its schema has elements below no column");
        }
        return new Columns(List.copyOf(tree.nodes), tree.columns);
    }

    /// One element and all below it.
    ///
    /// @param column of a leaf
    private record Raw(String name, SchemaElement element, List<Raw> children, int column) {

        boolean isLeaf() {
            return children.isEmpty();
        }

        boolean is(FieldRepetitionType repetition) {
            return element.getRepetition_type() == repetition;
        }

        boolean repeated() {
            return is(FieldRepetitionType.REPEATED);
        }

        boolean list() {
            LogicalType logical = element.getLogicalType();
            return element.getConverted_type() == ConvertedType.LIST || (logical != null && logical.isSetLIST());
        }

        /// MAP_KEY_VALUE marks the group outside in old files, and the one inside in most.
        boolean map() {
            LogicalType logical = element.getLogicalType();
            return element.getConverted_type() == ConvertedType.MAP
                    || element.getConverted_type() == ConvertedType.MAP_KEY_VALUE
                    || (logical != null && logical.isSetMAP());
        }

        boolean variant() {
            LogicalType logical = element.getLogicalType();
            return logical != null && logical.isSetVARIANT();
        }
    }

    /// Where a node stands: levels that all around it add up to.
    private record Around(String path, int definition, int repetition) {

        Around optional(Raw raw) {
            return raw.is(FieldRepetitionType.OPTIONAL) ? new Around(path, definition + 1, repetition) : this;
        }

        Around repeated() {
            return new Around(path, definition + 1, repetition + 1);
        }

        Around into(Raw raw) {
            return new Around(path.isEmpty() ? raw.name() : path + "." + raw.name(), definition, repetition);
        }
    }

    private SchemaElement next() {
        if (at == elements.size()) {
            throw file.damaged("its schema names more columns than it describes");
        }
        return elements.get(at++);
    }

    private Raw take(int depth) {
        SchemaElement element = next();
        String name = file.there(element.getName(), "name of a column");
        if (name.isEmpty()) {
            throw file.refused("it has a column without a name", "Have it named where the file is made");
        }
        if (depth > MOST_DEPTH) {
            throw file.damaged("its schema is nested more than " + MOST_DEPTH + " deep");
        }
        int count = element.isSetNum_children() ? element.getNum_children() : 0;
        if (count < 0) {
            throw file.damaged("a column has " + count + " fields");
        }
        if (count == 0 && element.getType() == null) {
            return new Raw(name, element, List.of(), -1);
        }
        if (count == 0) {
            return new Raw(name, element, List.of(), columns++);
        }
        List<Raw> children = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            children.add(take(depth + 1));
        }
        return new Raw(name, element, children, -1);
    }

    private Node node(Raw raw) {
        return node(raw, new Around("", 0, 0).into(raw));
    }

    /// @param around with the path of the node itself
    private Node node(Raw raw, Around around) {
        if (raw.repeated()) {
            Around inside = around.repeated();
            return new Node.Elements(
                    raw.name(), around.definition(), inside.definition(), inside.repetition(), once(raw, inside));
        }
        return once(raw, around.optional(raw));
    }

    /// The node, its own repetition being accounted for.
    private Node once(Raw raw, Around here) {
        if (raw.isLeaf()) {
            return leaf(raw, here);
        }
        if (raw.variant()) {
            return refused(raw, here, "is a VARIANT, which no type here can hold");
        }
        if (raw.list()
                && raw.children().size() == 1
                && raw.children().getFirst().repeated()) {
            return list(raw, raw.children().getFirst(), here);
        }
        if (raw.map()
                && raw.children().size() == 1
                && raw.children().getFirst().repeated()
                && !raw.children().getFirst().isLeaf()) {
            return map(raw, raw.children().getFirst(), here);
        }
        return struct(raw, here);
    }

    private Node struct(Raw raw, Around here) {
        List<Node> fields = new ArrayList<>();
        for (Raw child : raw.children()) {
            fields.add(node(child, here.into(child)));
        }
        return new Node.Struct(raw.name(), here.definition(), fields);
    }

    private Node list(Raw raw, Raw repeated, Around here) {
        Around inside = here.into(repeated).repeated();
        Node element;
        if (isElement(raw, repeated)) {
            element = once(repeated, inside);
        } else {
            Raw only = repeated.children().getFirst();
            element = node(only, inside.into(only));
        }
        return new Node.Elements(raw.name(), here.definition(), inside.definition(), inside.repetition(), element);
    }

    /// Whether what is repeated is the element itself, as in lists of two levels.
    private static boolean isElement(Raw list, Raw repeated) {
        if (repeated.isLeaf() || repeated.children().size() > 1) {
            return true;
        }
        String name = repeated.name();
        return name.equals("array")
                || name.equals(list.name() + "_tuple")
                || repeated.list()
                || repeated.map()
                || repeated.children().getFirst().repeated();
    }

    private Node map(Raw raw, Raw repeated, Around here) {
        Around inside = here.into(repeated).repeated();
        Raw key = repeated.children().getFirst();
        Node keys = node(key, inside.into(key));
        String name = raw.name();
        if (!(keys instanceof Node.Scalar scalar) || repeated.children().size() > 2) {
            return new Node.Elements(
                    name, here.definition(), inside.definition(), inside.repetition(), struct(repeated, inside));
        }
        if (repeated.children().size() == 1) {
            return new Node.Elements(name, here.definition(), inside.definition(), inside.repetition(), keys);
        }
        Raw value = repeated.children().getLast();
        return new Node.Entries(
                name,
                here.definition(),
                inside.definition(),
                inside.repetition(),
                scalar,
                node(value, inside.into(value)));
    }

    private Node leaf(Raw raw, Around here) {
        if (raw.column() < 0) {
            return refused(raw, here, "is a group without fields, which no type here can hold");
        }
        SchemaElement element = raw.element();
        org.apache.parquet.format.Type physical = file.in(here.path()).there(element.getType(), "physical type");
        if (physical == org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY && element.getType_length() < 1) {
            throw file.in(here.path()).damaged("its values have " + element.getType_length() + " bytes");
        }
        if (physical == org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY && element.getType_length() > MOST_WIDTH) {
            return refused(
                    raw,
                    here,
                    "has values of " + element.getType_length() + " bytes each, and up to " + MOST_WIDTH + " are read");
        }
        return switch (ValueForms.of(element, physical)) {
            case ValueForms.Found.Refusal(String what) -> refused(raw, here, what);
            case ValueForms.Found.Form(ValueForm form) ->
                new Node.Scalar(raw.name(), here.path(), here.definition(), here.repetition(), raw.column(), form);
        };
    }

    private static Node refused(Raw raw, Around here, String what) {
        return new Node.Refused(raw.name(), here.path(), here.definition(), what);
    }

    /// Places that hold nothing but nulls, in [dev.tidemark.data.SampledSchema]'s form.
    static void nullOnly(Node node, String path, List<String> found) {
        switch (node) {
            case Node.Scalar scalar -> {
                if (scalar.form().meaning() == ValueForm.Meaning.NOTHING) {
                    found.add(path);
                }
            }
            case Node.Struct struct ->
                struct.fields().forEach(field -> nullOnly(field, path + "." + field.name(), found));
            case Node.Elements list -> nullOnly(list.element(), path + "[]", found);
            case Node.Entries map -> nullOnly(map.values(), path + "{}", found);
            case Node.Refused _ -> {}
        }
    }

    /// @throws dev.tidemark.spi.UnreadableObjectException when something is not read
    static void check(Node node, Place file) {
        switch (node) {
            case Node.Scalar _ -> {}
            case Node.Struct struct -> struct.fields().forEach(field -> check(field, file));
            case Node.Elements list -> check(list.element(), file);
            case Node.Entries map -> check(map.values(), file);
            case Node.Refused refused ->
                throw file.in(refused.path())
                        .refused(
                                refused.what(),
                                "Declare the source's schema without it, or have it written as a string");
        }
    }
}
