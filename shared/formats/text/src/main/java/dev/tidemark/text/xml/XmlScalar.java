package dev.tidemark.text.xml;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.text.TextColumn;
import java.time.ZoneId;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;

/// A column of single values. What a text stands for is what it stands for in CSV.
final class XmlScalar extends XmlColumn {

    private final ColumnVector vector;
    private final TextColumn values;

    XmlScalar(String path, ColumnVector vector, ColumnSpec spec, ZoneId zone) {
        super(path);
        this.vector = vector;
        ColumnSpec named = new ColumnSpec(
                path,
                vector.type(),
                spec.format(),
                spec.zone(),
                spec.decimalSeparator(),
                spec.trueValues(),
                spec.falseValues());
        this.values = TextColumn.of(named, vector, zone);
    }

    @Override
    void read(XmlCursor cursor) throws XMLStreamException {
        XMLStreamReader2 xml = cursor.parser();
        if (xml.getAttributeCount() > 0) {
            if (cursor.isNil()) {
                cursor.skip();
                vector.appendNull();
                return;
            }
            tellAttributes(cursor);
        }
        int depth = xml.getDepth();
        long content = xml.getLocationInfo().getEndingCharOffset();
        if (!cursor.readText()) {
            if (!values.isText()) {
                cursor.problem(path, "an element with elements in it where " + vector.type() + " is expected");
                cursor.leave(depth);
                return;
            }
            cursor.readMarkup(depth, content);
        }
        append(cursor, cursor.text);
    }

    private void tellAttributes(XmlCursor cursor) {
        for (int i = 0; i < cursor.parser().getAttributeCount(); i++) {
            String name = cursor.attribute(i);
            if (name != null && i != cursor.hidden()) {
                cursor.notices().unknown(path, name);
            }
        }
    }

    @Override
    void append(XmlCursor cursor, XmlText text) {
        if (!cursor.hasValue(text) || (!values.takesEmpty() && cursor.from() == cursor.to())) {
            vector.appendNull();
        } else if (!values.append(text.bytes(), cursor.from(), cursor.to())) {
            boolean padded = text.trimmedStart() > cursor.from() || text.trimmedEnd() < cursor.to();
            cursor.problem(
                    path,
                    values.wrong(text.bytes(), cursor.from(), cursor.to())
                            + (padded ? "; ignoreSurroundingSpaces: true drops the white space around it" : ""));
            vector.appendNull();
        } else if (values.takeFinerThanMicros()) {
            cursor.notices().finer(path);
        }
    }

    @Override
    void endRow(int row, boolean filled, boolean emptied) {
        fill(vector, row);
    }
}
