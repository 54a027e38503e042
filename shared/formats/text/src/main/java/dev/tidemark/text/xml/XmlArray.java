package dev.tidemark.text.xml;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.ColumnSpec;
import java.time.ZoneId;
import javax.xml.stream.XMLStreamException;

/// `array<>`: the elements of one name, next to each other or not.
final class XmlArray extends XmlColumn {

    private final ArrayVector vector;
    private final XmlColumn elements;

    XmlArray(String path, ArrayVector vector, ColumnSpec spec, ZoneId zone) {
        super(path);
        this.vector = vector;
        this.elements = single(path + "[]", vector.elements(), spec, zone);
    }

    @Override
    boolean repeats() {
        return true;
    }

    @Override
    void read(XmlCursor cursor) throws XMLStreamException {
        int element = vector.elements().size();
        elements.read(cursor);
        elements.endRow(element, true, false);
    }

    @Override
    void append(XmlCursor cursor, XmlText text) {
        elements.append(cursor, text);
    }

    @Override
    void endRow(int row, boolean filled, boolean emptied) {
        if (filled || emptied) {
            vector.endRow();
        } else {
            vector.appendNull();
        }
    }
}
