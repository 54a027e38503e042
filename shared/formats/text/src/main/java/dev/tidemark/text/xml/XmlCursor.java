package dev.tidemark.text.xml;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/// The parser within a row, the text of the current element, and what is wrong with the row.
final class XmlCursor {

    private final XmlSettings settings;
    private final XmlRows rows;
    private final XmlBytes bytes;
    private final XmlNotices notices;
    /// Of the current element or attribute without elements in it.
    final XmlText text = new XmlText();

    private int from;
    private int to;
    private int hidden = -1;
    private @Nullable String problem;
    private @Nullable String problemColumn;

    XmlCursor(XmlSettings settings, XmlRows rows, XmlBytes bytes, XmlNotices notices) {
        this.settings = settings;
        this.rows = rows;
        this.bytes = bytes;
        this.notices = notices;
    }

    XmlSettings settings() {
        return settings;
    }

    XmlNotices notices() {
        return notices;
    }

    XMLStreamReader2 parser() {
        return rows.current();
    }

    /// Name of the current element for columns.
    String name() {
        return settings.shown(parser().getLocalName());
    }

    /// Marks the row as bad; its first problem is the one that is told.
    void problem(@Nullable String column, String reason) {
        if (problem == null) {
            problem = reason;
            problemColumn = column;
        }
    }

    @Nullable
    String problem() {
        return problem;
    }

    @Nullable
    String problemColumn() {
        return problemColumn;
    }

    void forget() {
        problem = null;
        problemColumn = null;
        notices.forget();
    }

    /// Whether the current element says that it is null.
    boolean isNil() {
        int count = parser().getAttributeCount();
        for (int i = 0; i < count; i++) {
            if (parser().getAttributeLocalName(i).equals(XmlSettings.NIL)) {
                String value = parser().getAttributeValue(i).strip();
                return value.equals("true") || value.equals("1");
            }
        }
        return false;
    }

    /// Name of an attribute for columns, prefix and all; null for one that is no data: a declaration of a namespace,
    /// `xsi:…` (about the element's type, for validators), and every one with `excludeAttribute`.
    @Nullable
    String attribute(int index) {
        if (settings.excludeAttribute()) {
            return null;
        }
        String name = parser().getAttributeLocalName(index);
        if (name.equals("xmlns") || name.startsWith("xmlns:") || name.startsWith("xsi:")) {
            return null;
        }
        return settings.attributePrefix() + settings.shown(name);
    }

    /// The attribute of the next element that is read which is no data, or -1: the key of a map's entry.
    void hide(int attribute) {
        hidden = attribute;
    }

    int hidden() {
        return hidden;
    }

    /// Goes to the end tag of the current element, whatever is in it.
    void skip() throws XMLStreamException {
        parser().skipElement();
    }

    /// Reads the text of the current element.
    ///
    /// @return true at its end tag; false at the start tag of an element in it
    boolean readText() throws XMLStreamException {
        text.clear();
        return readMoreText();
    }

    private boolean readMoreText() throws XMLStreamException {
        XMLStreamReader2 xml = parser();
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
                case XMLStreamConstants.START_ELEMENT -> {
                    return false;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return true;
                }
                default -> {
                    // Comments and processing instructions stand within a text without ending it.
                }
            }
        }
    }

    /// Goes to the end tag of the element at depth `depth` that the parser is in.
    void leave(int depth) throws XMLStreamException {
        XMLStreamReader2 xml = parser();
        while (!xml.isEndElement() || xml.getDepth() > depth) {
            xml.next();
        }
    }

    /// Takes everything up to the end tag of the element that began at depth `depth` as text, markup and all.
    ///
    /// @param contentChars where its content begins, in the parser's characters
    void readMarkup(int depth, long contentChars) throws XMLStreamException {
        long begin = bytes.position(contentChars);
        leave(depth);
        long end = bytes.position(parser().getLocationInfo().getStartingCharOffset());
        text.clear();
        text.append(bytes.window().array(), bytes.window().index(begin), (int) (end - begin));
    }

    /// Finds the value in `taken`, as the options have it, into [#from()] and [#to()].
    ///
    /// @return whether there is one; otherwise it is null
    boolean hasValue(XmlText taken) {
        from = settings.trim() ? taken.trimmedStart() : 0;
        to = settings.trim() ? Math.max(from, taken.trimmedEnd()) : taken.length();
        return !settings.emptyAsNull() || !taken.isBlank(0);
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }
}
