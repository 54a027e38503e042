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
}
