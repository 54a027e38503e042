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
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Positions of the least and the greatest of some values in their vector, in the order that the format defines for
/// their type: numbers signed, text and bytes unsigned.
///
/// NaN is no bound, as the format demands; and where one is there are none: engines order NaN above all numbers, and
/// one that skips by a greatest value below what it looks for would lose it.
final class Bounds {

    private static final int NONE = -1;

    private final Leaf leaf;
    private final ColumnVector vector;
    private int min = NONE;
    private int max = NONE;
    private boolean unordered;

    Bounds(Leaf leaf, ColumnVector vector) {
        this.leaf = leaf;
        this.vector = vector;
    }

    boolean known() {
        return min != NONE && !unordered;
    }

    int min() {
        return min;
    }

    int max() {
        return max;
    }

    void include(Bounds other) {
        unordered |= other.unordered;
        if (other.min != NONE) {
            includeOne(other.min);
            includeOne(other.max);
        }
    }

    private void includeOne(int position) {
        if (min == NONE) {
            min = position;
            max = position;
        } else {
            min = compare(position, min) < 0 ? position : min;
            max = compare(position, max) > 0 ? position : max;
        }
    }

    /// Takes in the values at `positions[from..to)`, or at `from..to` where `positions` is null.
    void include(int @Nullable [] positions, int from, int to) {
        if (from == to) {
            return;
        }
        switch (vector) {
            case LongVector longs -> includeLongs(longs.values(), positions, from, to);
            case IntVector ints -> includeInts(ints.values(), positions, from, to);
            case BytesVector bytes -> includeBytes(bytes, positions, from, to);
            case FloatVector floats -> {
                for (int i = from; i < to; i++) {
                    int position = positions == null ? i : positions[i];
                    if (Float.isNaN(floats.get(position))) {
                        unordered = true;
                    } else {
                        includeOne(position);
                    }
                }
            }
            case DoubleVector doubles -> {
                for (int i = from; i < to; i++) {
                    int position = positions == null ? i : positions[i];
                    if (Double.isNaN(doubles.get(position))) {
                        unordered = true;
                    } else {
                        includeOne(position);
                    }
                }
            }
            case BooleanVector _, DecimalVector _ -> {
                for (int i = from; i < to; i++) {
                    includeOne(positions == null ? i : positions[i]);
                }
            }
            case ArrayVector _, MapVector _, StructVector _ -> throw Plain.noLeaf(leaf);
        }
    }

    private void includeLongs(long[] values, int @Nullable [] positions, int from, int to) {
        int least = positions == null ? from : positions[from];
        int greatest = least;
        for (int i = from + 1; i < to; i++) {
            int position = positions == null ? i : positions[i];
            least = values[position] < values[least] ? position : least;
            greatest = values[position] > values[greatest] ? position : greatest;
        }
        includeOne(least);
        includeOne(greatest);
    }

    private void includeInts(int[] values, int @Nullable [] positions, int from, int to) {
        int least = positions == null ? from : positions[from];
        int greatest = least;
        for (int i = from + 1; i < to; i++) {
            int position = positions == null ? i : positions[i];
            least = values[position] < values[least] ? position : least;
            greatest = values[position] > values[greatest] ? position : greatest;
        }
        includeOne(least);
        includeOne(greatest);
    }

    /// The first eight bytes of most values settle that they are neither bound; only the rest is compared whole.
    private void includeBytes(BytesVector values, int @Nullable [] positions, int from, int to) {
        int least = positions == null ? from : positions[from];
        int greatest = least;
        long leastHead = head(values, least);
        long greatestHead = leastHead;
        for (int i = from + 1; i < to; i++) {
            int position = positions == null ? i : positions[i];
            long head = head(values, position);
            if (head <= leastHead && (head < leastHead || compareBytes(values, position, least) < 0)) {
                least = position;
                leastHead = head;
            }
            if (head >= greatestHead && (head > greatestHead || compareBytes(values, position, greatest) > 0)) {
                greatest = position;
                greatestHead = head;
            }
        }
        includeOne(least);
        includeOne(greatest);
    }

    /// The first eight bytes as a number that orders like them (shifted to signed), zeros where the value is shorter.
    private static long head(BytesVector values, int position) {
        byte[] bytes = values.bytes();
        int start = values.start(position);
        int length = Math.min(8, values.length(position));
        long head = 0;
        if (start + 8 <= bytes.length) {
            head = Long.reverseBytes((long) ByteBuilder.LONGS.get(bytes, start));
            head = length == 0 ? 0 : head & (-1L << (64 - 8 * length));
        } else {
            for (int i = 0; i < length; i++) {
                head |= (bytes[start + i] & 0xFFL) << (56 - 8 * i);
            }
        }
        return head ^ Long.MIN_VALUE;
    }

    private static int compareBytes(BytesVector values, int a, int b) {
        byte[] bytes = values.bytes();
        return Arrays.compareUnsigned(
                bytes,
                values.start(a),
                values.start(a) + values.length(a),
                bytes,
                values.start(b),
                values.start(b) + values.length(b));
    }

    /// Compares the values at two positions.
    int compare(int a, int b) {
        return switch (vector) {
            case LongVector longs -> Long.compare(longs.get(a), longs.get(b));
            case IntVector ints -> Integer.compare(ints.get(a), ints.get(b));
            case BytesVector bytes -> compareBytes(bytes, a, b);
            case FloatVector floats -> Float.compare(floats.get(a), floats.get(b));
            case DoubleVector doubles -> Double.compare(doubles.get(a), doubles.get(b));
            case BooleanVector booleans -> Boolean.compare(booleans.get(a), booleans.get(b));
            case DecimalVector decimals ->
                decimals.high(a) == decimals.high(b)
                        ? Long.compareUnsigned(decimals.low(a), decimals.low(b))
                        : Long.compare(decimals.high(a), decimals.high(b));
            case ArrayVector _, MapVector _, StructVector _ -> throw Plain.noLeaf(leaf);
        };
    }
}
