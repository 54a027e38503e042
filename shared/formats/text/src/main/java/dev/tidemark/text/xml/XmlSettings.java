package dev.tidemark.text.xml;

import dev.tidemark.data.Schema;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOption.Kind;
import dev.tidemark.spi.FormatOptions;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options of an XML source, understood. Names and defaults are Glue's, or spark-xml's where Glue has none.
///
/// @param rowTag           name of the elements that are rows
/// @param encoding         character set of the file, whatever it says itself; null: what it says
/// @param excludeAttribute whether attributes are no data
/// @param emptyAsNull      whether text of white space only, or none, is null
/// @param attributePrefix  before the names of attributes
/// @param valueTag         name of the text of an element that has attributes or elements too
/// @param trim             whether white space around a text is no part of it
/// @param ignoreNamespace  whether prefixes of names are dropped
/// @param inferSchema      whether a sample of texts decides types; otherwise all are string
/// @param withSchema       what a sample would say, or null: look at one
record XmlSettings(
        String rowTag,
        @Nullable Charset encoding,
        boolean excludeAttribute,
        boolean emptyAsNull,
        String attributePrefix,
        String valueTag,
        boolean trim,
        boolean ignoreNamespace,
        boolean inferSchema,
        @Nullable Schema withSchema) {

    static final String ATTRIBUTE_PREFIX = "_";
    static final String VALUE_TAG = "_VALUE";
    /// Names the elements of an array inside of an array, and entries of maps, where the data has no name for them.
    static final String ITEM = "item";
    static final String ENTRY = "entry";
    static final String KEY = "key";
    static final String NIL = "xsi:nil";
    /// A processing instruction `<?tidemark-empty name?>`: the array of that name has no elements, and is not null.
    static final String EMPTY = "tidemark-empty";

    static final List<FormatOption> OPTIONS = List.of(
            new FormatOption("rowTag", Kind.TEXT, List.of(), "Name of the elements that are rows; required."),
            new FormatOption(
                    "encoding",
                    Kind.TEXT,
                    List.of(),
                    "Character set of the file; default what its byte order mark or XML declaration says, else UTF-8."),
            new FormatOption("excludeAttribute", Kind.FLAG, List.of(), "Leave attributes out; default false."),
            new FormatOption(
                    "treatEmptyValuesAsNulls",
                    Kind.FLAG,
                    List.of(),
                    "Text of white space only, or none, is null; default false."),
            new FormatOption("attributePrefix", Kind.TEXT, List.of(), "Before the names of attributes; default '_'."),
            new FormatOption(
                    "valueTag",
                    Kind.TEXT,
                    List.of(),
                    "Name of the text of an element with attributes or elements; default '_VALUE'."),
            new FormatOption(
                    "ignoreSurroundingSpaces",
                    Kind.FLAG,
                    List.of(),
                    "White space around a text is no part of it; default false."),
            new FormatOption(
                    "withSchema",
                    Kind.TEXT,
                    List.of(),
                    "Schema instead of a sample's: JSON of a StructType, or struct<name:type,...>."),
            new FormatOption(
                    "inferSchema", Kind.FLAG, List.of(), "Find types in a sample; default true. false: all is string."),
            new FormatOption(
                    "ignoreNamespace", Kind.FLAG, List.of(), "Drop prefixes (ns:) of all names; default false."),
            new FormatOption("compression", Kind.TEXT, List.of(), "Accepted; compression is found by the first bytes."),
            new FormatOption(
                    "compressionType", Kind.TEXT, List.of(), "Accepted; compression is found by the first bytes."));

    static XmlSettings of(FormatOptions options) {
        String rowTag = options.text("rowTag").orElse("");
        if (!XmlNames.isName(rowTag)) {
            throw new XmlOptionException(
                    "rowTag", rowTag, "it must be the name of an element, without < and >, as in rowTag: order", null);
        }
        String valueTag = options.text("valueTag", VALUE_TAG);
        if (valueTag.isEmpty()) {
            throw new XmlOptionException("valueTag", valueTag, "a column needs a name", null);
        }
        return new XmlSettings(
                rowTag,
                options.text("encoding").map(XmlSettings::charset).orElse(null),
                options.flag("excludeAttribute", false),
                options.flag("treatEmptyValuesAsNulls", false),
                options.text("attributePrefix", ATTRIBUTE_PREFIX),
                valueTag,
                options.flag("ignoreSurroundingSpaces", false),
                options.flag("ignoreNamespace", false),
                options.flag("inferSchema", true),
                options.text("withSchema").map(XmlSchemaText::parse).orElse(null));
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            throw new XmlOptionException(
                    "encoding",
                    name,
                    "there is no such character set. Examples are UTF-8, ISO-8859-1, windows-1252",
                    unknown);
        }
    }

    /// The name by which an element or attribute is known to columns.
    String shown(String name) {
        int colon = ignoreNamespace ? name.indexOf(':') : -1;
        return colon < 0 ? name : name.substring(colon + 1);
    }
}
