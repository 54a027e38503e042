package dev.tidemark.text.xml;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;

/// `map<string,>`: an element whose attributes and elements are entries, by their names. An element `entry` with an
/// attribute `key` is the entry of that key: keys need not be names of XML then.
final class XmlMap extends XmlColumn {

    private final MapVector vector;
    private final XmlColumn values;
    private final boolean single;
    private final Set<String> keys = new HashSet<>();

    XmlMap(String path, MapVector vector, ColumnSpec spec, ZoneId zone) {
        super(path);
        this.vector = vector;
        this.values = single(path + "{}", vector.values(), spec, zone);
        this.single = !(vector.values() instanceof ArrayVector
                || vector.values() instanceof MapVector
                || vector.values() instanceof StructVector);
    }

    @Override
    void read(XmlCursor cursor) throws XMLStreamException {
        if (cursor.isNil()) {
            cursor.skip();
            vector.appendNull();
            return;
        }
        keys.clear();
        readAttributes(cursor);
        while (!cursor.readText()) {
            if (!cursor.text.isBlank(0)) {
                cursor.notices().unknown(path, cursor.settings().valueTag());
            }
            readEntry(cursor);
        }
        if (!cursor.text.isBlank(0)) {
            cursor.notices().unknown(path, cursor.settings().valueTag());
        }
        vector.endRow();
    }

    private void readAttributes(XmlCursor cursor) {
        XMLStreamReader2 xml = cursor.parser();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String name = cursor.attribute(i);
            if (name == null || i == cursor.hidden()) {
                continue;
            }
            if (!single) {
                cursor.notices().unknown(path, name);
                continue;
            }
            key(cursor, name);
            cursor.text.clear();
            cursor.text.append(xml.getAttributeValue(i));
            values.append(cursor, cursor.text);
        }
    }

    private void readEntry(XmlCursor cursor) throws XMLStreamException {
        XMLStreamReader2 xml = cursor.parser();
        String name = cursor.name();
        int hidden = -1;
        if (name.equals(XmlSettings.ENTRY)) {
            for (int i = 0; i < xml.getAttributeCount(); i++) {
                if (xml.getAttributeLocalName(i).equals(XmlSettings.KEY)) {
                    name = xml.getAttributeValue(i);
                    hidden = i;
                }
            }
        }
        key(cursor, name);
        int row = vector.values().size();
        cursor.hide(hidden);
        values.read(cursor);
        values.endRow(row, true, false);
    }

    private void key(XmlCursor cursor, String name) {
        if (!keys.add(name)) {
            cursor.problem(path, "the key '" + name + "' stands twice in one map; declare a struct with arrays in it");
        }
        BytesVector all = vector.keys();
        all.append(name);
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
