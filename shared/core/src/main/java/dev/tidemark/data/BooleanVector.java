package dev.tidemark.data;

import java.util.Arrays;

/// `boolean` values.
public final class BooleanVector extends ColumnVector {

    private boolean[] values = new boolean[8];

    public BooleanVector() {
        super(DataType.BOOLEAN);
    }

    public boolean get(int row) {
        return values[row];
    }

    public void append(boolean value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    /// Makes room for `more` values, to be written from index `size()` on; then [#advance(int)].
    public boolean[] reserve(int more) {
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
        boolean[] room = count > found ? reserve(count - found) : values;
        int at = from + found;
        for (int i = count - 1; i >= 0; i--) {
            if (!isNull[i]) {
                room[from + i] = room[--at];
            }
        }
    }

    /// The array behind the vector: values `0` to `size() - 1`. Replaced when the vector grows.
    public boolean[] values() {
        return values;
    }

    @Override
    void appendDefault() {
        append(false);
    }

    @Override
    void appendValueFrom(ColumnVector from, int row) {
        append(((BooleanVector) from).values[row]);
    }

    @Override
    void appendValuesFrom(ColumnVector from, int[] rows, int count) {
        if (size + count > values.length) {
            values = Arrays.copyOf(values, grown(values.length, size + count));
        }
        boolean[] source = ((BooleanVector) from).values;
        for (int i = 0; i < count; i++) {
            values[size + i] = source[rows[i]];
        }
        size += count;
    }

    @Override
    public long valueBytes() {
        return size;
    }

    @Override
    long arrayBytes() {
        return values.length;
    }
}
