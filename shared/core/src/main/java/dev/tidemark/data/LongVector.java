package dev.tidemark.data;

import java.util.Arrays;

/// `bigint`, `timestamp` as microseconds since the epoch (UTC), and `decimal(p ≤ 18, s)` as unscaled values.
public final class LongVector extends ColumnVector {

    /// Decimals up to this precision fit a long.
    public static final int MAX_DECIMAL_PRECISION = 18;

    private long[] values = new long[8];

    LongVector(DataType type) {
        super(type);
    }

    public long get(int row) {
        return values[row];
    }

    public void append(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    /// Makes room for `more` values, to be written from index `size()` on; then [#advance(int)].
    public long[] reserve(int more) {
        if (size + more > values.length) {
            values = Arrays.copyOf(values, grown(values.length, size + more));
        }
        return values;
    }

    /// Takes in values that were written after [#reserve(int)].
    public void advance(int written) {
        size += written;
    }

    @Override
    void spreadValues(int from, boolean[] isNull, int count, int found) {
        long[] room = count > found ? reserve(count - found) : values;
        int at = from + found;
        for (int i = count - 1; i >= 0; i--) {
            if (!isNull[i]) {
                room[from + i] = room[--at];
            }
        }
    }

    /// The array behind the vector: values `0` to `size() - 1`. Replaced when the vector grows.
    public long[] values() {
        return values;
    }

    @Override
    void appendDefault() {
        append(0);
    }

    @Override
    void appendValueFrom(ColumnVector from, int row) {
        append(((LongVector) from).values[row]);
    }

    @Override
    void appendValuesFrom(ColumnVector from, int[] rows, int count) {
        if (size + count > values.length) {
            values = Arrays.copyOf(values, grown(values.length, size + count));
        }
        long[] source = ((LongVector) from).values;
        for (int i = 0; i < count; i++) {
            values[size + i] = source[rows[i]];
        }
        size += count;
    }

    @Override
    public long valueBytes() {
        return 8L * size;
    }

    @Override
    long arrayBytes() {
        return 8L * values.length;
    }
}
