package dev.tidemark.text.xml;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.time.ZoneId;
import javax.xml.stream.XMLStreamException;

/// Appends elements, attributes and texts to one vector.
///
/// What does not fit is told to the cursor; what the vector then holds is undefined, as the row is dropped.
abstract class XmlColumn {

    /// Name of the column and, inside of it, of the field: `order.items[].sku`.
    final String path;

    XmlColumn(String path) {
        this.path = path;
    }

    /// Appends the element whose start tag is the parser's current event. Leaves the parser at its end tag.
    abstract void read(XmlCursor cursor) throws XMLStreamException;

    /// Appends the text `text`, which stands in an attribute or beside elements.
    abstract void append(XmlCursor cursor, XmlText text);

    /// Ends row `row` of the vector, in which elements were read or not.
    ///
    /// @param filled  whether there were any
    /// @param emptied whether the data says that there is a value without elements
    abstract void endRow(int row, boolean filled, boolean emptied);

    /// Whether more than one element of a name belongs to one row.
    boolean repeats() {
        return false;
    }

    /// A reader of values of `vector`'s type.
    ///
    /// @param spec how the column's texts are to be understood
    /// @param zone of texts without one, unless the column names its own
    static XmlColumn of(String path, ColumnVector vector, ColumnSpec spec, ZoneId zone) {
        return switch (vector) {
            case BooleanVector _,
                    IntVector _,
                    LongVector _,
                    FloatVector _,
                    DoubleVector _,
                    DecimalVector _,
                    BytesVector _ -> new XmlScalar(path, vector, spec, zone);
            case ArrayVector arrays -> new XmlArray(path, arrays, spec, zone);
            case MapVector maps -> new XmlMap(path, maps, spec, zone);
            case StructVector structs -> new XmlStruct(path, structs, spec, zone);
        };
    }

    /// As [#of], for a place that has one element a value: what is in an array there stands in elements of that
    /// element.
    static XmlColumn single(String path, ColumnVector vector, ColumnSpec spec, ZoneId zone) {
        return vector instanceof ArrayVector arrays
                ? new XmlItems(path, arrays, spec, zone)
                : of(path, vector, spec, zone);
    }

    /// Appends a null when nothing was appended to row `row`.
    static void fill(ColumnVector vector, int row) {
        if (vector.size() == row) {
            vector.appendNull();
        }
    }
}
