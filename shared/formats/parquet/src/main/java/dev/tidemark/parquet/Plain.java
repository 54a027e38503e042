package dev.tidemark.parquet;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/// The PLAIN encoding: numbers little-endian, text behind its length, fixed-length decimals big-endian.
///
/// Positions of values come from an array, or are the indexes themselves where that is null.
final class Plain {

    private Plain() {}

    /// Encodes the values at `positions[from..to)`.
    static void encode(Leaf leaf, ColumnVector vector, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        switch (vector) {
            case BooleanVector booleans -> booleans(booleans.values(), positions, from, to, out);
            case IntVector ints -> ints(ints.values(), positions, from, to, out);
            case LongVector longs -> {
                if (leaf.physical() == Type.INT32) {
                    narrowed(longs.values(), positions, from, to, out);
                } else {
                    longs(longs.values(), positions, from, to, out);
                }
            }
            case FloatVector floats -> floats(floats.values(), positions, from, to, out);
            case DoubleVector doubles -> doubles(doubles.values(), positions, from, to, out);
            case DecimalVector decimals -> decimals(decimals, leaf.width(), positions, from, to, out);
            case BytesVector bytes -> bytes(bytes, positions, from, to, out);
            case ArrayVector _, MapVector _, StructVector _ -> throw noLeaf(leaf);
        }
    }

    static IllegalStateException noLeaf(Leaf leaf) {
        return new IllegalStateException("not a column of values: " + leaf.path());
    }

    private static void booleans(boolean[] values, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        int pending = 0;
        for (int i = from; i < to; i++) {
            if (values[positions == null ? i : positions[i]]) {
                pending |= 1 << ((i - from) & 7);
            }
            if (((i - from) & 7) == 7) {
                out.write(pending);
                pending = 0;
            }
        }
        if (((to - from) & 7) != 0) {
            out.write(pending);
        }
    }

    private static void ints(int[] values, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        int length = (to - from) * 4;
        byte[] bytes = out.reserve(length);
        int at = out.size();
        for (int i = from; i < to; i++, at += 4) {
            ByteBuilder.INTS.set(bytes, at, values[positions == null ? i : positions[i]]);
        }
        out.advance(length);
    }

    private static void narrowed(long[] values, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        int length = (to - from) * 4;
        byte[] bytes = out.reserve(length);
        int at = out.size();
        for (int i = from; i < to; i++, at += 4) {
            ByteBuilder.INTS.set(bytes, at, (int) values[positions == null ? i : positions[i]]);
        }
        out.advance(length);
    }

    private static void longs(long[] values, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        int length = (to - from) * 8;
        byte[] bytes = out.reserve(length);
        int at = out.size();
        for (int i = from; i < to; i++, at += 8) {
            ByteBuilder.LONGS.set(bytes, at, values[positions == null ? i : positions[i]]);
        }
        out.advance(length);
    }

    private static void floats(float[] values, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        int length = (to - from) * 4;
        byte[] bytes = out.reserve(length);
        int at = out.size();
        for (int i = from; i < to; i++, at += 4) {
            ByteBuilder.INTS.set(bytes, at, Float.floatToRawIntBits(values[positions == null ? i : positions[i]]));
        }
        out.advance(length);
    }

    private static void doubles(double[] values, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        int length = (to - from) * 8;
        byte[] bytes = out.reserve(length);
        int at = out.size();
        for (int i = from; i < to; i++, at += 8) {
            ByteBuilder.LONGS.set(bytes, at, Double.doubleToRawLongBits(values[positions == null ? i : positions[i]]));
        }
        out.advance(length);
    }

    private static void decimals(
            DecimalVector values, int width, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        for (int i = from; i < to; i++) {
            int position = positions == null ? i : positions[i];
            long high = values.high(position);
            long low = values.low(position);
            for (int byteIndex = width - 1; byteIndex >= 0; byteIndex--) {
                out.write((int) (byteIndex >= 8 ? high >> ((byteIndex - 8) * 8) : low >> (byteIndex * 8)));
            }
        }
    }

    private static void bytes(BytesVector values, int @Nullable [] positions, int from, int to, ByteBuilder out) {
        byte[] source = values.bytes();
        for (int i = from; i < to; i++) {
            int position = positions == null ? i : positions[i];
            int length = values.length(position);
            byte[] bytes = out.reserve(length + 4);
            int at = out.size();
            ByteBuilder.INTS.set(bytes, at, length);
            System.arraycopy(source, values.start(position), bytes, at + 4, length);
            out.advance(length + 4);
        }
    }
}
