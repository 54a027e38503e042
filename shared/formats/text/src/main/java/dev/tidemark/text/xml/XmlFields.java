package dev.tidemark.text.xml;

import dev.tidemark.data.Schema;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/// The attributes, elements and the text of an element by name: those of a row, or of a struct.
final class XmlFields {

    private static final int UNKNOWN = -1;
    /// So many unknown names are remembered; names that are data would grow the table without bound.
    private static final int MAX_UNKNOWN = 10_000;

    private final XmlColumn[] columns;
    private final Map<String, Integer> byName = new HashMap<>();
    private final Map<String, Integer> byFoldedName = new HashMap<>();
    private final @Nullable String path;
    /// Name that filled a column in the current element.
    private final @Nullable String[] filledBy;
    private final boolean[] emptied;
    /// Text beside elements. Not the cursor's: elements between two pieces of it have texts too.
    private final XmlText text = new XmlText();

    /// @param path of the struct; null for rows
    XmlFields(List<String> names, List<XmlColumn> columns, @Nullable String path) {
        this.columns = columns.toArray(XmlColumn[]::new);
        this.filledBy = new String[this.columns.length];
        this.emptied = new boolean[this.columns.length];
        this.path = path;
        for (int i = 0; i < names.size(); i++) {
            byName.put(names.get(i), i);
            byFoldedName.put(Schema.fold(names.get(i)), i);
        }
    }

    /// Reads the element whose start tag is the parser's event into row `row`. Leaves the parser at its end tag.
    void read(XmlCursor cursor, int row) throws XMLStreamException {
        begin();
        readAttributes(cursor);
        boolean hasText = readContent(cursor);
        if (hasText) {
            appendText(cursor, text);
        }
        end(row);
    }

    /// A row of nothing but a text.
    void readText(XmlCursor cursor, XmlText only, int row) {
        begin();
        if (!only.isBlank(0)) {
            appendText(cursor, only);
        }
        end(row);
    }

    private void begin() {
        Arrays.fill(filledBy, null);
        Arrays.fill(emptied, false);
        text.clear();
    }

    private void end(int row) {
        for (int i = 0; i < columns.length; i++) {
            columns[i].endRow(row, filledBy[i] != null, emptied[i]);
        }
    }

    private void readAttributes(XmlCursor cursor) {
        XMLStreamReader2 xml = cursor.parser();
        int hidden = cursor.hidden();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String name = i == hidden ? null : cursor.attribute(i);
            if (name == null) {
                continue;
            }
            int column = column(name);
            if (column == UNKNOWN) {
                unknown(cursor, name);
            } else if (mayFill(cursor, column, name)) {
                cursor.text.clear();
                cursor.text.append(xml.getAttributeValue(i));
                columns[column].append(cursor, cursor.text);
            }
        }
    }

    /// @return whether there is a text: white space between tags is none, but for a CDATA section
    private boolean readContent(XmlCursor cursor) throws XMLStreamException {
        XMLStreamReader2 xml = cursor.parser();
        int piece = 0;
        boolean marked = false;
        boolean any = false;
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    marked |= xml.getEventType() == XMLStreamConstants.CDATA;
                    text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
                }
                case XMLStreamConstants.START_ELEMENT -> {
                    any |= endPiece(piece, marked);
                    marked = false;
                    piece = text.length();
                    readElement(cursor);
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return endPiece(piece, marked) || any;
                }
                case XMLStreamConstants.PROCESSING_INSTRUCTION -> empty(xml);
                default -> {
                    // A comment is no data.
                }
            }
        }
    }

    private boolean endPiece(int from, boolean marked) {
        boolean data = marked || !text.isBlank(from);
        if (!data) {
            text.truncate(from);
        }
        return data;
    }

    private void empty(XMLStreamReader2 xml) {
        if (xml.getPITarget().equals(XmlSettings.EMPTY)) {
            int column = column(String.valueOf(xml.getPIData()).strip());
            if (column != UNKNOWN) {
                emptied[column] = true;
            }
        }
    }

    private void readElement(XmlCursor cursor) throws XMLStreamException {
        String name = cursor.name();
        int column = column(name);
        if (column == UNKNOWN) {
            unknown(cursor, name);
            cursor.skip();
        } else if (mayFill(cursor, column, name)) {
            cursor.hide(-1);
            columns[column].read(cursor);
        } else {
            cursor.skip();
        }
    }

    private void appendText(XmlCursor cursor, XmlText found) {
        String name = cursor.settings().valueTag();
        int column = column(name);
        if (column == UNKNOWN) {
            unknown(cursor, name);
        } else if (mayFill(cursor, column, name)) {
            columns[column].append(cursor, found);
        }
    }

    private boolean mayFill(XmlCursor cursor, int column, String name) {
        String before = filledBy[column];
        filledBy[column] = name;
        if (before == null || (before.equals(name) && columns[column].repeats())) {
            return true;
        }
        cursor.problem(
                columns[column].path,
                before.equals(name)
                        ? "the element '" + name
                                + "' stands more than once in one element; declare the column as array<>"
                        : "one element has the names '" + before + "' and '" + name
                                + "', equal but for case; rename one where the data is made");
        return false;
    }

    private void unknown(XmlCursor cursor, String name) {
        if (path == null) {
            cursor.notices().fresh(name);
        } else {
            cursor.notices().unknown(path, name);
        }
    }

    private int column(String name) {
        Integer known = byName.get(name);
        if (known == null) {
            known = byFoldedName.getOrDefault(Schema.fold(name), UNKNOWN);
            if (byName.size() < columns.length + MAX_UNKNOWN) {
                byName.put(name, known);
            }
        }
        return known;
    }
}
