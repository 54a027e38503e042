package dev.tidemark.avro;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.math.BigInteger;

/// Values of vectors in Avro's binary encoding, each behind the branch of its union with null.
final class Encoders {

    private static final int NULL = 0;
    /// Branch 1 of the union, zigzag.
    private static final int VALUE = 2;

    private Encoders() {}

    static void write(ColumnVector column, int row, AvroBuffer out) {
        if (column.isNull(row)) {
            out.writeByte(NULL);
            return;
        }
        out.writeByte(VALUE);
        switch (column) {
            case BooleanVector booleans -> out.writeByte(booleans.get(row) ? 1 : 0);
            case IntVector ints -> out.writeLong(ints.get(row));
            case LongVector longs -> {
                if (longs.type() instanceof DataType.Decimal) {
                    decimal(longs.get(row), out);
                } else {
                    out.writeLong(longs.get(row));
                }
            }
            case FloatVector floats -> out.writeFloat(floats.get(row));
            case DoubleVector doubles -> out.writeDouble(doubles.get(row));
            case DecimalVector decimals -> {
                BigInteger unscaled = decimals.get(row);
                byte[] bytes = unscaled.toByteArray();
                out.writeSized(bytes, 0, bytes.length);
            }
            case BytesVector bytes -> out.writeSized(bytes.bytes(), bytes.start(row), bytes.length(row));
            case ArrayVector array -> array(array, row, out);
            case MapVector map -> map(map, row, out);
            case StructVector struct -> {
                for (int i = 0; i < struct.fields().size(); i++) {
                    write(struct.field(i), row, out);
                }
            }
        }
    }

    /// The fewest bytes that hold the number, big-endian.
    private static void decimal(long unscaled, AvroBuffer out) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(unscaled < 0 ? ~unscaled : unscaled);
        int bytes = bits / 8 + 1;
        out.writeLong(bytes);
        for (int i = bytes - 1; i >= 0; i--) {
            out.writeByte((int) (unscaled >> (8 * i)));
        }
    }

    private static void array(ArrayVector array, int row, AvroBuffer out) {
        int length = array.length(row);
        if (length > 0) {
            out.writeLong(length);
            for (int i = array.start(row); i < array.start(row) + length; i++) {
                write(array.elements(), i, out);
            }
        }
        out.writeByte(0);
    }

    private static void map(MapVector map, int row, AvroBuffer out) {
        int length = map.length(row);
        if (length > 0) {
            out.writeLong(length);
            BytesVector keys = map.keys();
            for (int i = map.start(row); i < map.start(row) + length; i++) {
                out.writeSized(keys.bytes(), keys.start(i), keys.length(i));
                write(map.values(), i, out);
            }
        }
        out.writeByte(0);
    }
}
