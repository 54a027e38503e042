package dev.tidemark.text.xml;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TooManyFieldsException;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.text.TextTypes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;

/// The schema of the rows in an object's first bytes: an element with attributes or elements in it is a struct, one
/// that stands more than once in its parent an array, and what texts are is inferred as in CSV.
final class XmlSample {

    private final String location;
    private final XmlSettings settings;
    private final Seen record = new Seen("", "");
    /// One for each depth.
    private final List<XmlText> texts = new ArrayList<>();

    XmlSample(String location, XmlSettings settings) {
        this.location = location;
        this.settings = settings;
    }

    /// @throws UnreadableObjectException when what is looked at is no XML outside of rows
    SampledSchema of(XmlBytes bytes, long maxBytes) throws IOException {
        bytes.limit(maxBytes);
        try {
            read(bytes);
        } catch (UnreadableObjectException broken) {
            // Where the sample ends the document does not.
            if (!bytes.isCut()) {
                throw broken;
            }
        }
        Set<String> nullOnly = new HashSet<>();
        return new SampledSchema(new Schema(fields(record, "", nullOnly)), false, nullOnly, settings.valueTag());
    }

    private void read(XmlBytes bytes) throws IOException {
        XmlRows rows = new XmlRows(location, settings, bytes);
        XmlCursor cursor = new XmlCursor(settings, rows, bytes, new XmlNotices(ReadTask.Notices.NONE, null));
        XmlRecovery recovery = new XmlRecovery(bytes, settings);
        while (rows.next() || rows.broken() != null) {
            long start = rows.start();
            bytes.beginRecord(start);
            boolean whole = rows.broken() == null && read(cursor, bytes);
            bytes.endRecord();
            if (!whole) {
                long end = bytes.isCut() || rows.isRoot() ? -1 : recovery.end(start, rows.wrong());
                if (end < 0) {
                    return;
                }
                rows.resume(end);
            }
            bytes.window().release();
        }
    }

    private boolean read(XmlCursor cursor, XmlBytes bytes) throws IOException {
        try {
            add(record, cursor, 0);
            return true;
        } catch (XMLStreamException noXml) {
            // Only a failure of the store is thrown on: what is no XML the reader will tell.
            XmlProblems.of(noXml, bytes);
            return false;
        }
    }

    /// Recursion is bounded by the parser's depth limit.
    private void add(Seen seen, XmlCursor cursor, int depth) throws XMLStreamException {
        if (cursor.isNil()) {
            cursor.skip();
            return;
        }
        XMLStreamReader2 xml = cursor.parser();
        XmlText text = text(depth);
        boolean inner = false;
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String name = cursor.attribute(i);
            if (name != null) {
                inner = true;
                text.clear();
                text.append(xml.getAttributeValue(i));
                take(seen.field(name), text);
            }
        }
        text.clear();
        int piece = 0;
        boolean marked = false;
        Map<String, Integer> counts = new HashMap<>();
        for (int event = xml.next(); event != XMLStreamConstants.END_ELEMENT; event = xml.next()) {
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                marked |= event == XMLStreamConstants.CDATA;
                text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                endPiece(text, piece, marked);
                piece = text.length();
                marked = false;
                inner = true;
                String name = cursor.name();
                Seen field = seen.field(name);
                field.repeated |= counts.merge(Schema.fold(name), 1, Integer::sum) > 1;
                add(field, cursor, depth + 1);
            }
        }
        if (inner || seen == record) {
            endPiece(text, piece, marked);
        }
        take(seen, text);
    }

    /// White space between tags is no text, but for a CDATA section.
    private static void endPiece(XmlText text, int from, boolean marked) {
        if (!marked && text.isBlank(from)) {
            text.truncate(from);
        }
    }

    /// A text of nothing says nothing: it is null, or the empty text of a column that others make a text.
    private void take(Seen seen, XmlText text) {
        int from = settings.trim() ? text.trimmedStart() : 0;
        int to = settings.trim() ? text.trimmedEnd() : text.length();
        if (from < to && !(settings.emptyAsNull() && text.isBlank(0))) {
            seen.text.add(text.bytes(), from, to);
        }
    }

    private XmlText text(int depth) {
        while (texts.size() <= depth) {
            texts.add(new XmlText());
        }
        return texts.get(depth);
    }

    private List<Field> fields(Seen seen, String prefix, Set<String> nullOnly) {
        TreeMap<String, Field> fields = new TreeMap<>();
        for (Map.Entry<String, Seen> entry : seen.fields.entrySet()) {
            String name = entry.getValue().spelling;
            fields.put(entry.getKey(), new Field(name, type(entry.getValue(), prefix + name, nullOnly)));
        }
        if (!seen.text.isEmpty()) {
            Field value = new Field(settings.valueTag(), scalar(seen));
            fields.putIfAbsent(Schema.fold(value.name()), value);
        }
        return List.copyOf(fields.values());
    }

    private DataType type(Seen seen, String place, Set<String> nullOnly) {
        if (seen.repeated) {
            return new DataType.Array(single(seen, place + "[]", nullOnly));
        }
        return single(seen, place, nullOnly);
    }

    private DataType single(Seen seen, String place, Set<String> nullOnly) {
        if (!seen.fields.isEmpty()) {
            return new DataType.Struct(fields(seen, place + ".", nullOnly));
        }
        if (seen.text.isEmpty()) {
            nullOnly.add(place);
        }
        return scalar(seen);
    }

    private DataType scalar(Seen seen) {
        return settings.inferSchema() && !seen.text.isEmpty() ? seen.text.type() : DataType.STRING;
    }

    /// What was seen in one place.
    private static final class Seen {

        private final String place;
        private final String spelling;
        /// By folded name, which is their order too.
        private final Map<String, Seen> fields = new TreeMap<>();
        private final TextTypes text = new TextTypes();
        private boolean repeated;

        Seen(String place, String spelling) {
            this.place = place;
            this.spelling = spelling;
        }

        Seen field(String name) {
            Seen field = fields.computeIfAbsent(
                    Schema.fold(name), folded -> new Seen(place.isEmpty() ? name : place + "." + name, name));
            if (fields.size() > TooManyFieldsException.MOST) {
                throw new TooManyFieldsException(place);
            }
            return field;
        }
    }
}
