package dev.tidemark.parquet;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A bound as statistics and column indexes store it: the plain value, long text cut.
///
/// @param bytes the value in the PLAIN encoding without a length; never less than the greatest, nor more than the
///     least
/// @param exact whether it is the value itself
record BoundBytes(byte[] bytes, boolean exact) {

    /// Longer text is cut to this many bytes: bounds are for skipping, and every page repeats them.
    static final int LONGEST = 64;

    static BoundBytes least(Leaf leaf, ColumnVector vector, int position) {
        if (vector instanceof BytesVector bytes) {
            byte[] value = bytes.get(position);
            if (value.length <= LONGEST) {
                return new BoundBytes(value, true);
            }
            int length = LONGEST;
            // A character must not be cut in two.
            while (length > 0 && leaf.type() == DataType.Primitive.STRING && (value[length] & 0xC0) == 0x80) {
                length--;
            }
            return new BoundBytes(Arrays.copyOf(value, length), false);
        }
        // -0.0 < +0.0 in no engine's eyes: as a bound, zero is the one that holds for both.
        if (vector instanceof FloatVector floats && floats.get(position) == 0) {
            return new BoundBytes(new byte[] {0, 0, 0, (byte) 0x80}, true);
        }
        if (vector instanceof DoubleVector doubles && doubles.get(position) == 0) {
            return new BoundBytes(new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) 0x80}, true);
        }
        return new BoundBytes(plain(leaf, vector, position), true);
    }

    /// Null when a long text cannot be cut to something that is surely not less.
    static @Nullable BoundBytes greatest(Leaf leaf, ColumnVector vector, int position) {
        if (vector instanceof BytesVector bytes) {
            byte[] value = bytes.get(position);
            return value.length <= LONGEST
                    ? new BoundBytes(value, true)
                    : raised(value, leaf.type() == DataType.Primitive.STRING ? 0x7E : 0xFE);
        }
        if (vector instanceof FloatVector floats && floats.get(position) == 0) {
            return new BoundBytes(new byte[4], true);
        }
        if (vector instanceof DoubleVector doubles && doubles.get(position) == 0) {
            return new BoundBytes(new byte[8], true);
        }
        return new BoundBytes(plain(leaf, vector, position), true);
    }

    /// The value cut behind a byte that can be raised by one; in text only an ASCII character, so that it stays
    /// UTF-8.
    private static @Nullable BoundBytes raised(byte[] value, int mostRaisable) {
        for (int last = LONGEST - 1; last >= 0; last--) {
            if ((value[last] & 0xFF) <= mostRaisable) {
                byte[] cut = Arrays.copyOf(value, last + 1);
                cut[last]++;
                return new BoundBytes(cut, false);
            }
        }
        return null;
    }

    private static byte[] plain(Leaf leaf, ColumnVector vector, int position) {
        ByteBuilder out = new ByteBuilder();
        Plain.encode(leaf, vector, null, position, position + 1, out);
        return out.toArray();
    }
}
