package dev.tidemark.data;

import java.util.Arrays;

/// `map<string,>`: keys and values of all rows in two child vectors and the end of each row in them. Keys are never
/// null.
///
/// To append a row, append its keys and values, then call [#endRow()].
public final class MapVector extends ColumnVector {

    private final BytesVector keys = new BytesVector(DataType.Primitive.STRING);
    private final ColumnVector values;
    private int[] ends = new int[9];

    MapVector(DataType.Map type) {
        super(type);
        this.values = ColumnVector.of(type.value());
    }

    public BytesVector keys() {
        return keys;
    }

    public ColumnVector values() {
        return values;
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
        ends[++size] = keys.size();
    }

    /// Appends a row of the next `length` entries, where these are filled by themselves.
    public void endRow(int length) {
        if (size + 1 == ends.length) {
            ends = Arrays.copyOf(ends, ends.length * 2);
        }
        ends[size + 1] = ends[size] + length;
        size++;
    }

    /// Appends a null, which takes none of the entries, where these are filled by themselves.
    public void endNullRow() {
        endRow(0);
        markNull(size - 1);
    }

    /// How many entries the rows so far take.
    public int end() {
        return ends[size];
    }

    @Override
    public void clear() {
        super.clear();
        keys.clear();
        values.clear();
    }

    @Override
    public void truncate(int newSize) {
        super.truncate(newSize);
        keys.truncate(ends[newSize]);
        values.truncate(ends[newSize]);
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
        MapVector other = (MapVector) from;
        for (int i = other.ends[row]; i < other.ends[row + 1]; i++) {
            keys.appendFrom(other.keys, i);
            values.appendFrom(other.values, i);
        }
        endRow();
    }

    @Override
    void appendValuesFrom(ColumnVector from, int[] rows, int count) {
        MapVector other = (MapVector) from;
        int[] chosen = new int[ArrayVector.elementsOf(other.ends, rows, count)];
        ArrayVector.fillElements(other.ends, rows, count, chosen);
        keys.appendSelected(other.keys, chosen, chosen.length);
        values.appendSelected(other.values, chosen, chosen.length);
        ends = ArrayVector.appendEnds(ends, size, other.ends, rows, count);
        size += count;
    }

    @Override
    public long valueBytes() {
        return keys.valueBytes() + values.valueBytes() + 4L * size;
    }

    @Override
    long arrayBytes() {
        return keys.heapBytes() + values.heapBytes() + 4L * ends.length;
    }
}
