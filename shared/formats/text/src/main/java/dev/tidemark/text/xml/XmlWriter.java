package dev.tidemark.text.xml;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOption.Kind;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedOutput;
import java.util.List;

/// Writes `xml`, one row a line, so that [XmlFormat] reads back what was written (docs/reference/formats.md).
public final class XmlWriter implements FormatWriter {

    @Override
    public String format() {
        return "xml";
    }

    @Override
    public List<FormatOption> options() {
        return List.of(
                new FormatOption("rootTag", Kind.TEXT, List.of(), "Name of the element around all rows; default ROWS."),
                new FormatOption("rowTag", Kind.TEXT, List.of(), "Name of the elements that are rows; default ROW."),
                new FormatOption(
                        "attributePrefix",
                        Kind.TEXT,
                        List.of(),
                        "Columns and fields whose names begin with it are attributes; default '_', empty for none."),
                new FormatOption(
                        "valueTag",
                        Kind.TEXT,
                        List.of(),
                        "Column or field that is an element's text; default '_VALUE'."),
                new FormatOption(
                        "compression",
                        Kind.CHOICE,
                        Compression.CHOICES,
                        "How files are compressed as a whole; default none."),
                new FormatOption("compressionType", Kind.CHOICE, Compression.CHOICES, "Another name of compression."));
    }

    @Override
    public String extension(FormatOptions options) {
        Compression compression = Compression.of(options);
        return compression == Compression.NONE ? "xml" : "xml." + compression.extension();
    }

    @Override
    public void check(Schema schema, FormatOptions options) {
        XmlShape shape = XmlShape.of(options);
        for (Field column : schema.fields()) {
            check(shape, column.name(), column);
        }
    }

    private static void check(XmlShape shape, String path, Field field) {
        String name = shape.written(field.name());
        if (!shape.isValue(field.name()) && !XmlNames.isPlainName(name)) {
            throw new XmlNameException(
                    path,
                    "'" + name + "' is no name of an element or attribute. Rename it (names begin with a letter or _,"
                            + " and go on with letters, digits, -, _ and .)");
        }
        boolean single = shape.isValue(field.name()) || shape.isAttribute(field.name());
        if (single && isNested(field.type())) {
            throw new XmlNameException(
                    path,
                    "it is " + field.type() + ", and " + (shape.isValue(field.name()) ? "the text" : "an attribute")
                            + " of an element is one value. Rename it, or set attributePrefix or valueTag to another text");
        }
        if (name.equals("xmlns") && single) {
            throw new XmlNameException(path, "the attribute xmlns declares a namespace. Rename it");
        }
        checkType(shape, path, field.type());
    }

    private static void checkType(XmlShape shape, String path, DataType type) {
        switch (type) {
            case DataType.Struct struct ->
                struct.fields().forEach(field -> check(shape, path + "." + field.name(), field));
            case DataType.Array array -> checkType(shape, path + "[]", array.element());
            case DataType.Map map -> {
                if (map.value() instanceof DataType.Struct entry
                        && entry.fields().stream().anyMatch(field -> isKey(shape, field.name()))) {
                    throw new XmlNameException(
                            path,
                            "its entries have a field that is the attribute key, where their keys stand. Rename it");
                }
                checkType(shape, path + "{}", map.value());
            }
            case DataType.Primitive _, DataType.Decimal _ -> {
                // Every value of these has a text.
            }
        }
    }

    private static boolean isKey(XmlShape shape, String name) {
        return shape.isAttribute(name) && shape.written(name).equals(XmlSettings.KEY);
    }

    private static boolean isNested(DataType type) {
        return type instanceof DataType.Struct || type instanceof DataType.Array || type instanceof DataType.Map;
    }

    @Override
    public FileWriter create(StagedOutput output, Schema schema, FormatOptions options) {
        return new XmlFileWriter(output, schema, XmlShape.of(options), Compression.of(options));
    }
}
