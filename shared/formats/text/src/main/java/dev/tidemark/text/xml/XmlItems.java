package dev.tidemark.text.xml;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.ColumnSpec;
import java.time.ZoneId;
import javax.xml.stream.XMLStreamException;

/// `array<>` in one element, as the elements `item` in it: an array within an array, or as the value of a map.
final class XmlItems extends XmlColumn {

    private final ArrayVector vector;
    private final XmlColumn elements;

    XmlItems(String path, ArrayVector vector, ColumnSpec spec, ZoneId zone) {
        super(path);
        this.vector = vector;
        this.elements = single(path + "[]", vector.elements(), spec, zone);
    }

    @Override
    void read(XmlCursor cursor) throws XMLStreamException {
        if (cursor.isNil()) {
            cursor.skip();
            vector.appendNull();
            return;
        }
        while (!cursor.readText()) {
            String name = cursor.name();
            if (name.equals(XmlSettings.ITEM)) {
                int element = vector.elements().size();
                cursor.hide(-1);
                elements.read(cursor);
                elements.endRow(element, true, false);
            } else {
                cursor.notices().unknown(path, name);
                cursor.skip();
            }
        }
        vector.endRow();
    }

    @Override
    void append(XmlCursor cursor, XmlText text) {
        cursor.problem(path, "a text where " + vector.type() + " is expected");
        vector.appendNull();
    }

    @Override
    void endRow(int row, boolean filled, boolean emptied) {
        fill(vector, row);
    }
}
