package dev.tidemark.data;

import java.util.Arrays;

/// `float` values.
public final class FloatVector extends ColumnVector {

    private float[] values = new float[8];

    public FloatVector() {
        super(DataType.FLOAT);
    }

    public float get(int row) {
        return values[row];
    }

    public void append(float value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    /// Makes room for `more` values, to be written from index `size()` on; then [#advance(int)].
    public float[] reserve(int more) {
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
        float[] room = count > found ? reserve(count - found) : values;
        int at = from + found;
        for (int i = count - 1; i >= 0; i--) {
            if (!isNull[i]) {
                room[from + i] = room[--at];
            }
        }
    }

    /// The array behind the vector: values `0` to `size() - 1`. Replaced when the vector grows.
    public float[] values() {
        return values;
    }

    @Override
    void appendDefault() {
        append(0);
    }

    @Override
    void appendValueFrom(ColumnVector from, int row) {
        append(((FloatVector) from).values[row]);
    }

    @Override
    void appendValuesFrom(ColumnVector from, int[] rows, int count) {
        if (size + count > values.length) {
            values = Arrays.copyOf(values, grown(values.length, size + count));
        }
        float[] source = ((FloatVector) from).values;
        for (int i = 0; i < count; i++) {
            values[size + i] = source[rows[i]];
        }
        size += count;
    }

    @Override
    public long valueBytes() {
        return 4L * size;
    }

    @Override
    long arrayBytes() {
        return 4L * values.length;
    }
}
