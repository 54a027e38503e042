package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
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
import java.io.IOException;
import java.time.ZoneId;

/// Appends JSON values to one vector.
///
/// A value that does not fit is told to the cursor; what the vector then holds is undefined, as the record is
/// dropped.
/// @param <V> class of the vector
abstract class JsonColumn<V extends ColumnVector> {

    /// Name of the column and, inside of it, of the field: `order.items[].sku`.
    final String path;

    /// Where the values go.
    final V vector;

    JsonColumn(String path, V vector) {
        this.path = path;
        this.vector = vector;
    }

    /// Appends the value that begins with `token`, the parser's current one and not null. Leaves the parser at the
    /// value's last token.
    abstract void readValue(JsonCursor cursor, JsonToken token) throws IOException;

    final void read(JsonCursor cursor, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NULL) {
            vector.appendNull();
        } else {
            readValue(cursor, token);
        }
    }

    /// A reader of values of `vector`'s type.
    ///
    /// @param spec how the column's texts are to be understood
    /// @param zone of texts without one, unless the column names its own
    static JsonColumn<?> of(String path, ColumnVector vector, ColumnSpec spec, ZoneId zone) {
        DataType type = vector.type();
        return switch (vector) {
            case BooleanVector booleans -> new JsonScalars.Booleans(path, booleans, spec);
            case IntVector ints ->
                type.equals(DataType.DATE)
                        ? new JsonScalars.Dates(path, ints, JsonTimes.of(spec, zone))
                        : new JsonScalars.Ints(path, ints);
            case LongVector longs ->
                type.equals(DataType.TIMESTAMP)
                        ? new JsonScalars.Timestamps(path, longs, JsonTimes.of(spec, zone))
                        : type instanceof DataType.Decimal decimal
                                ? new JsonDecimals(path, longs, decimal, spec)
                                : new JsonScalars.Longs(path, longs);
            case FloatVector floats -> new JsonScalars.Floats(path, floats);
            case DoubleVector doubles -> new JsonScalars.Doubles(path, doubles);
            case DecimalVector decimals -> new JsonDecimals(path, decimals, (DataType.Decimal) type, spec);
            case BytesVector texts ->
                type.equals(DataType.BINARY)
                        ? new JsonScalars.Binaries(path, texts)
                        : new JsonScalars.Texts(path, texts);
            case ArrayVector arrays -> new JsonNested.Arrays(path, arrays, spec, zone);
            case MapVector maps -> new JsonNested.Maps(path, maps, spec, zone);
            case StructVector structs -> new JsonNested.Structs(path, structs, spec, zone);
        };
    }
}
