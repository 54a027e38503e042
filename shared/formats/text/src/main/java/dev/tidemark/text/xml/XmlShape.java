package dev.tidemark.text.xml;

import dev.tidemark.spi.FormatOptions;

/// How rows become elements: the options of an XML sink, understood.
///
/// @param rootTag         element around all rows
/// @param rowTag          element of a row
/// @param attributePrefix what names of attributes begin with; empty: there are none
/// @param valueTag        name of what is the text of its element
record XmlShape(String rootTag, String rowTag, String attributePrefix, String valueTag) {

    static XmlShape of(FormatOptions options) {
        XmlShape shape = new XmlShape(
                tag(options, "rootTag", "ROWS"),
                tag(options, "rowTag", "ROW"),
                options.text("attributePrefix", XmlSettings.ATTRIBUTE_PREFIX),
                options.text("valueTag", XmlSettings.VALUE_TAG));
        if (shape.rootTag().equals(shape.rowTag())) {
            throw new XmlOptionException(
                    "rootTag", shape.rootTag(), "rowTag is the same, so that all rows would be read as one", null);
        }
        return shape;
    }

    private static String tag(FormatOptions options, String option, String otherwise) {
        String name = options.text(option, otherwise);
        if (!XmlNames.isPlainName(name)) {
            throw new XmlOptionException(option, name, "it is no name of an element", null);
        }
        return name;
    }

    boolean isValue(String name) {
        return name.equals(valueTag);
    }

    boolean isAttribute(String name) {
        return !attributePrefix.isEmpty()
                && !isValue(name)
                && name.startsWith(attributePrefix)
                && name.length() > attributePrefix.length();
    }

    /// The name that stands in the file.
    String written(String name) {
        return isAttribute(name) ? name.substring(attributePrefix.length()) : name;
    }
}
