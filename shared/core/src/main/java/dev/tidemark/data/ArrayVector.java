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

    /// Appends a row of the next `length` elements, where these are filled by themselves.
    public void endRow(int length) {
        if (size + 1 == ends.length) {
            ends = Arrays.copyOf(ends, ends.length * 2);
        }
        ends[size + 1] = ends[size] + length;
        size++;
    }

    /// Appends a null, which takes none of the elements, where these are filled by themselves.
    public void endNullRow() {
        endRow(0);
        markNull(size - 1);
    }

    /// How many elements the rows so far take.
    public int end() {
        return ends[size];
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
    void spreadValues(int from, boolean[] isNull, int count, int values) {
        if (from + count >= ends.length) {
            ends = Arrays.copyOf(ends, grown(ends.length, from + count + 1));
        }
        int at = from + values;
        for (int i = count - 1; i >= 0; i--) {
            ends[from + i + 1] = ends[at];
            if (!isNull[i]) {
                at--;
            }
        }
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

    @Override
    void appendValuesFrom(ColumnVector from, int[] rows, int count) {
        ArrayVector other = (ArrayVector) from;
        int[] chosen = new int[elementsOf(other.ends, rows, count)];
        fillElements(other.ends, rows, count, chosen);
        elements.appendSelected(other.elements, chosen, chosen.length);
        ends = appendEnds(ends, size, other.ends, rows, count);
        size += count;
    }

    /// How many elements lie below `rows[0..count)` of a vector with these `ends`.
    static int elementsOf(int[] ends, int[] rows, int count) {
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += ends[rows[i] + 1] - ends[rows[i]];
        }
        return Math.toIntExact(total);
    }

    static void fillElements(int[] ends, int[] rows, int count, int[] chosen) {
        int at = 0;
        for (int i = 0; i < count; i++) {
            for (int element = ends[rows[i]]; element < ends[rows[i] + 1]; element++) {
                chosen[at++] = element;
            }
        }
    }

    /// `ends`, grown where needed, with the lengths of `rows[0..count)` of another vector behind its first `size`.
    static int[] appendEnds(int[] ends, int size, int[] others, int[] rows, int count) {
        int[] grown = size + count < ends.length ? ends : Arrays.copyOf(ends, grown(ends.length, size + count + 1));
        for (int i = 0; i < count; i++) {
            grown[size + 1 + i] = grown[size + i] + others[rows[i] + 1] - others[rows[i]];
        }
        return grown;
    }

    @Override
    public long valueBytes() {
        return elements.valueBytes() + 4L * size;
    }

    @Override
    long arrayBytes() {
        return elements.heapBytes() + 4L * ends.length;
    }
}
