package dev.tidemark.text.xml;

import dev.tidemark.compression.Compression;
import dev.tidemark.compression.EncodedFile;
import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import dev.tidemark.text.TextForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows as elements, one a line.
///
/// Nulls are absent but in arrays and maps, where `xsi:nil` says so; an array of nothing is told apart from null by
/// a processing instruction.
final class XmlFileWriter implements FileWriter {

    private static final int FLUSH_BYTES = 64 << 10;

    private final EncodedFile file;
    private final XmlOutput xml = new XmlOutput();
    private final TextForm form = new TextForm();
    private final XmlNode row;
    private final byte[] end;

    XmlFileWriter(StagedOutput output, Schema schema, XmlShape shape, Compression compression) {
        this.file = compression.encode(output);
        this.row = XmlNode.row(shape, schema);
        this.end = ("</" + shape.rootTag() + ">\n").getBytes(StandardCharsets.UTF_8);
        xml.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<" + shape.rootTag()
                + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    }

    @Override
    public void append(Batch batch, int[] rows, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            xml.write(row.open());
            writeFields(row, batch.columns(), rows[i]);
            xml.write("\n");
            if (xml.length() >= FLUSH_BYTES) {
                xml.moveTo(file);
            }
        }
    }

    /// What stands behind the name in the start tag, and all up to the end tag.
    private void writeFields(XmlNode node, List<ColumnVector> columns, int at) {
        List<XmlNode> fields = node.children();
        int value = -1;
        for (int i = 0; i < fields.size(); i++) {
            XmlNode field = fields.get(i);
            if (field.kind() == XmlNode.Kind.ATTRIBUTE && !columns.get(i).isNull(at)) {
                xml.write(field.open());
                writeText(field, columns.get(i), at, true);
                xml.write("\"");
            } else if (field.kind() == XmlNode.Kind.VALUE && !columns.get(i).isNull(at)) {
                value = i;
            }
        }
        xml.write(">");
        if (value >= 0) {
            writeValue(fields.get(value), columns.get(value), at);
        }
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).kind() == XmlNode.Kind.ELEMENT && !columns.get(i).isNull(at)) {
                writeElements(fields.get(i), columns.get(i), at);
            }
        }
        xml.write(node.close());
    }

    /// White space alone would be taken for what is between tags.
    private void writeValue(XmlNode node, ColumnVector column, int at) {
        if (column instanceof BytesVector texts && isBlank(texts, at)) {
            xml.write("<![CDATA[]]>");
        }
        writeText(node, column, at, false);
    }

    private static boolean isBlank(BytesVector texts, int at) {
        int start = texts.start(at);
        for (int i = start; i < start + texts.length(at); i++) {
            byte value = texts.bytes()[i];
            if (value != ' ' && value != '\n' && value != '\t' && value != '\r') {
                return false;
            }
        }
        return true;
    }

    private void writeText(XmlNode node, ColumnVector column, int at, boolean attribute) {
        if (column instanceof BytesVector texts && texts.type().equals(DataType.STRING)) {
            xml.writeText(node.path(), texts.bytes(), texts.start(at), texts.length(at), attribute);
        } else {
            form.of(column, at);
            xml.writeText(node.path(), form.bytes(), 0, form.length(), attribute);
        }
    }

    /// One element a value of an array, one of anything else.
    private void writeElements(XmlNode node, ColumnVector column, int at) {
        if (!(column instanceof ArrayVector arrays)) {
            writeElement(node, column, at, null, 0);
            return;
        }
        int start = arrays.start(at);
        int count = arrays.length(at);
        for (int i = start; i < start + count; i++) {
            writeElement(node.children().getFirst(), arrays.elements(), i, null, 0);
        }
        if (count == 0) {
            xml.write("<?" + XmlSettings.EMPTY + " " + node.name() + "?>");
        }
    }

    /// @param keys of the map that the element is an entry of
    private void writeElement(XmlNode node, ColumnVector column, int at, @Nullable BytesVector keys, int key) {
        xml.write(node.open());
        if (keys != null) {
            xml.write(" " + XmlSettings.KEY + "=\"");
            xml.writeText(node.path(), keys.bytes(), keys.start(key), keys.length(key), true);
            xml.write("\"");
        }
        if (column.isNull(at)) {
            xml.write(" " + XmlSettings.NIL + "=\"true\"/>");
            return;
        }
        switch (column) {
            case StructVector structs -> writeFields(node, structs.fields(), at);
            case ArrayVector arrays -> {
                xml.write(">");
                for (int i = arrays.start(at); i < arrays.start(at) + arrays.length(at); i++) {
                    writeElement(node.children().getFirst(), arrays.elements(), i, null, 0);
                }
                xml.write(node.close());
            }
            case MapVector maps -> {
                xml.write(">");
                for (int i = maps.start(at); i < maps.start(at) + maps.length(at); i++) {
                    writeElement(node.children().getFirst(), maps.values(), i, maps.keys(), i);
                }
                xml.write(node.close());
            }
            default -> {
                xml.write(">");
                writeText(node, column, at, false);
                xml.write(node.close());
            }
        }
    }

    @Override
    public long bufferedBytes() {
        return xml.capacity();
    }

    @Override
    public long heldBytes() {
        return xml.capacity() + file.heldBytes();
    }

    @Override
    public void flush() throws IOException {
        xml.moveTo(file);
        file.endMember();
    }

    @Override
    public void finish() throws IOException {
        xml.write(end);
        xml.moveTo(file);
        file.close();
    }

    /// The elements of a schema with their tags made once.
    ///
    /// @param path     of the column or field, for errors
    /// @param name     that stands in the file
    /// @param open     `<name`, or ` name="` of an attribute
    /// @param close    `</name>`
    /// @param children fields of a struct; what is in an array or map
    private record XmlNode(String path, String name, Kind kind, byte[] open, byte[] close, List<XmlNode> children) {

        private enum Kind {
            ATTRIBUTE,
            VALUE,
            ELEMENT
        }

        static XmlNode row(XmlShape shape, Schema schema) {
            return element("", shape.rowTag(), fields(shape, "", schema.fields()));
        }

        private static XmlNode element(String path, String name, List<XmlNode> children) {
            return new XmlNode(
                    path,
                    name,
                    Kind.ELEMENT,
                    ("<" + name).getBytes(StandardCharsets.UTF_8),
                    ("</" + name + ">").getBytes(StandardCharsets.UTF_8),
                    children);
        }

        private static List<XmlNode> fields(XmlShape shape, String prefix, List<Field> fields) {
            return fields.stream()
                    .map(field -> field(shape, prefix + field.name(), field))
                    .toList();
        }

        private static XmlNode field(XmlShape shape, String path, Field field) {
            String name = shape.written(field.name());
            if (shape.isValue(field.name())) {
                return new XmlNode(path, name, Kind.VALUE, new byte[0], new byte[0], List.of());
            }
            if (shape.isAttribute(field.name())) {
                byte[] open = (" " + name + "=\"").getBytes(StandardCharsets.UTF_8);
                return new XmlNode(path, name, Kind.ATTRIBUTE, open, new byte[0], List.of());
            }
            // The elements of an array have its name.
            List<XmlNode> children = field.type() instanceof DataType.Array array
                    ? List.of(element(path + "[]", name, children(shape, path + "[]", array.element())))
                    : children(shape, path, field.type());
            return element(path, name, children);
        }

        /// Of one element of the type.
        private static List<XmlNode> children(XmlShape shape, String path, DataType type) {
            return switch (type) {
                case DataType.Struct struct -> fields(shape, path + ".", struct.fields());
                case DataType.Array array ->
                    List.of(element(path + "[]", XmlSettings.ITEM, children(shape, path + "[]", array.element())));
                case DataType.Map map ->
                    List.of(element(path + "{}", XmlSettings.ENTRY, children(shape, path + "{}", map.value())));
                case DataType.Primitive _, DataType.Decimal _ -> List.of();
            };
        }
    }
}
