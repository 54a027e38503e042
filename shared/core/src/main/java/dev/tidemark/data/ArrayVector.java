package dev.tidemark.data;

import java.util.Arrays;

/// `array<>`: the elements of all rows in one child vector and the end of each row in it.
///
/// To append a row, append its elements to [#elements()], then call [#endRow()].
public final class ArrayVector extends ColumnVector {

    private final ColumnVector elements;
    private int[] ends = new int[9];

    ArrayVector(DataType.Array type) {
        super(type);
        this.elements = ColumnVector.of(type.element());
    }

    public ColumnVector elements() {
        return elements;
    }

    public int start(int row) {
        return ends[row];
    }

    public int length(int row) {
        return ends[row + 1] - ends[row];
    }

    public void endRow() {
        if (size + 1 == ends.length) {
            ends = Arrays.copyOf(ends, ends.length * 2);
        }
        ends[++size] = elements.size();
    }

    @Override
    public void clear() {
        super.clear();
        elements.clear();
    }

    @Override
    public void truncate(int newSize) {
        super.truncate(newSize);
        elements.truncate(ends[newSize]);
    }

    @Override
    void appendDefault() {
        endRow();
    }

    @Override
    void appendValueFrom(ColumnVector from, int row) {
        ArrayVector other = (ArrayVector) from;
        for (int i = other.ends[row]; i < other.ends[row + 1]; i++) {
            elements.appendFrom(other.elements, i);
        }
        endRow();
    }
}
