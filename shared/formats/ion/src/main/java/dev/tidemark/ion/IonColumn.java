package dev.tidemark.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.time.ZoneId;

/// Appends Ion values to one vector.
///
/// A value that does not fit is told to the row; what the vector then holds is undefined, as the record is dropped.
///
/// @param <V> class of the vector
abstract class IonColumn<V extends ColumnVector> {

    /// Name of the column and, inside of it, of the field: `order.items[].sku`.
    final String path;

    /// Where the values go.
    final V vector;

    IonColumn(String path, V vector) {
        this.path = path;
        this.vector = vector;
    }

    /// Appends the value that the reader stands at, which is not null.
    abstract void readValue(IonRow row, IonType type);

    final void read(IonRow row, IonType type) {
        IonReader reader = row.reader();
        row.notices().annotations(reader.getTypeAnnotationSymbols().length);
        if (reader.isNullValue()) {
            vector.appendNull();
        } else {
            readValue(row, type);
        }
    }

    /// A reader of values of `vector`'s type.
    ///
    /// @param spec how texts and counts of the column are to be understood
    /// @param zone of texts without one, unless the column names its own
    static IonColumn<?> of(String path, ColumnVector vector, ColumnSpec spec, ZoneId zone) {
        DataType type = vector.type();
        IonTextCast cast = new IonTextCast(path, type, spec, zone);
        return switch (vector) {
            case BooleanVector booleans -> new IonScalars.Booleans(path, booleans, cast);
            case IntVector ints ->
                type.equals(DataType.DATE)
                        ? new IonTimes.Dates(path, ints, cast)
                        : new IonNumbers.Ints(path, ints, cast);
            case LongVector longs ->
                type.equals(DataType.TIMESTAMP)
                        ? new IonTimes.Timestamps(path, longs, cast)
                        : type instanceof DataType.Decimal decimal
                                ? new IonNumbers.Decimals(path, longs, decimal, cast)
                                : new IonNumbers.Longs(path, longs, cast);
            case FloatVector floats -> new IonNumbers.Floats(path, floats, cast);
            case DoubleVector doubles -> new IonNumbers.Doubles(path, doubles, cast);
            case DecimalVector decimals -> new IonNumbers.Decimals(path, decimals, (DataType.Decimal) type, cast);
            case BytesVector bytes ->
                type.equals(DataType.BINARY)
                        ? new IonScalars.Binaries(path, bytes, cast)
                        : new IonScalars.Texts(path, bytes);
            case ArrayVector arrays -> new IonNested.Arrays(path, arrays, spec, zone);
            case MapVector maps -> new IonNested.Maps(path, maps, spec, zone);
            case StructVector structs -> new IonNested.Structs(path, structs, spec, zone);
        };
    }
}
