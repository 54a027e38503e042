package dev.tidemark.text.xml;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.StructVector;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/// `struct<>`: attributes, elements and the text of one element; what is no field is skipped and told.
final class XmlStruct extends XmlColumn {

    private final StructVector vector;
    private final XmlFields fields;

    XmlStruct(String path, StructVector vector, ColumnSpec spec, ZoneId zone) {
        super(path);
        this.vector = vector;
        List<String> names = new ArrayList<>();
        List<XmlColumn> columns = new ArrayList<>();
        DataType.Struct type = (DataType.Struct) vector.type();
        for (int i = 0; i < type.fields().size(); i++) {
            String name = type.fields().get(i).name();
            names.add(name);
            columns.add(of(path + "." + name, vector.field(i), spec, zone));
        }
        this.fields = new XmlFields(names, columns, path);
    }

    @Override
    void read(XmlCursor cursor) throws XMLStreamException {
        if (cursor.isNil()) {
            cursor.skip();
            vector.appendNull();
            return;
        }
        fields.read(cursor, vector.size());
        vector.endRow();
    }

    /// A text is the one field that stands for it.
    @Override
    void append(XmlCursor cursor, XmlText text) {
        fields.readText(cursor, text, vector.size());
        vector.endRow();
    }

    @Override
    void endRow(int row, boolean filled, boolean emptied) {
        fill(vector, row);
    }
}
