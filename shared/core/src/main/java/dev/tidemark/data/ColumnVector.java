package dev.tidemark.data;

import java.util.Arrays;

/// The values of one column on plain arrays, filled front to back and reused after [#clear()].
///
/// A null value has its bit set in [#isNull(int)]; what the value array holds there is undefined. Not thread-safe.
public abstract sealed class ColumnVector
        permits BooleanVector,
                IntVector,
                LongVector,
                FloatVector,
                DoubleVector,
                DecimalVector,
                BytesVector,
                ArrayVector,
                MapVector,
                StructVector {

    private final DataType type;
    private boolean[] nulls = new boolean[0];
    private boolean hasNulls;
    /// Number of values; subclasses write at `size` and then count up.
    protected int size;

    ColumnVector(DataType type) {
        this.type = type;
    }

    /// An empty vector of the class that holds `type`.
    public static ColumnVector of(DataType type) {
        return switch (type) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN -> new BooleanVector();
                    case TINYINT, SMALLINT, INT, DATE -> new IntVector(primitive);
                    case BIGINT, TIMESTAMP -> new LongVector(primitive);
                    case FLOAT -> new FloatVector();
                    case DOUBLE -> new DoubleVector();
                    case STRING, BINARY -> new BytesVector(primitive);
                };
            case DataType.Decimal decimal ->
                decimal.precision() <= LongVector.MAX_DECIMAL_PRECISION
                        ? new LongVector(decimal)
                        : new DecimalVector(decimal);
            case DataType.Array array -> new ArrayVector(array);
            case DataType.Map map -> new MapVector(map);
            case DataType.Struct struct -> new StructVector(struct);
        };
    }

    public final DataType type() {
        return type;
    }

    public final int size() {
        return size;
    }

    /// Whether any value is null: lets a loop skip the test per row.
    public final boolean hasNulls() {
        return hasNulls;
    }

    public final boolean isNull(int row) {
        return hasNulls && row < nulls.length && nulls[row];
    }

    public final void appendNull() {
        appendDefault();
        markNull(size - 1);
    }

    /// Makes room for nulls: the last values, one for each `false` of `isNull[0..count)`, move to the places of
    /// these, and the other places are null.
    public final void spread(boolean[] isNull, int count) {
        int values = 0;
        for (int i = 0; i < count; i++) {
            if (!isNull[i]) {
                values++;
            }
        }
        int from = size - values;
        spreadValues(from, isNull, count, values);
        size = from + count;
        for (int i = 0; i < count; i++) {
            if (isNull[i]) {
                markNull(from + i);
            }
        }
    }

    /// Takes back the value at `row`, which is null from now on; for values that turn out bad behind their batch.
    public final void makeNull(int row) {
        markNull(row);
    }

    final void markNull(int row) {
        if (row >= nulls.length) {
            nulls = Arrays.copyOf(nulls, Math.max(8, row * 2));
        }
        nulls[row] = true;
        hasNulls = true;
    }

    /// Forgets all values and keeps the arrays.
    public void clear() {
        if (hasNulls) {
            Arrays.fill(nulls, 0, Math.min(size, nulls.length), false);
            hasNulls = false;
        }
        size = 0;
    }

    /// Drops all values from `newSize` on, so that a record that turns out bad can be taken back.
    public void truncate(int newSize) {
        if (hasNulls) {
            Arrays.fill(nulls, Math.min(newSize, nulls.length), Math.min(size, nulls.length), false);
        }
        size = newSize;
    }

    /// Appends the value, or null, that `from` holds at `row`; both have the same type.
    public final void appendFrom(ColumnVector from, int row) {
        if (from.isNull(row)) {
            appendNull();
        } else {
            appendValueFrom(from, row);
        }
    }

    /// Appends the values, or nulls, that `from` holds at `rows[0..count)`, in that order; both have the same type.
    public final void appendSelected(ColumnVector from, int[] rows, int count) {
        int before = size;
        appendValuesFrom(from, rows, count);
        if (from.hasNulls) {
            for (int i = 0; i < count; i++) {
                if (from.isNull(rows[i])) {
                    markNull(before + i);
                }
            }
        }
    }

    /// A new vector with the values at `selected[0..count)`.
    public final ColumnVector select(int[] selected, int count) {
        ColumnVector chosen = of(type);
        chosen.appendSelected(this, selected, count);
        return chosen;
    }

    /// Bytes of heap that the arrays behind the vector take, filled or not.
    public final long heapBytes() {
        return 88 + nulls.length + arrayBytes();
    }

    /// Bytes that the values take, without the room left in the arrays.
    public abstract long valueBytes();

    /// Whether `rows[0..count)` are neighbours in rising order, so that they can be copied as one piece.
    static boolean contiguous(int[] rows, int count) {
        int first = rows[0];
        if (rows[count - 1] != first + count - 1) {
            return false;
        }
        for (int i = 1; i < count; i++) {
            if (rows[i] != first + i) {
                return false;
            }
        }
        return true;
    }

    /// The length that an array of `length` should grow to, to hold `needed`.
    static int grown(int length, int needed) {
        return Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 16, length + (length >> 1) + 8L));
    }

    /// Appends some value; the caller marks it null.
    abstract void appendDefault();

    abstract void appendValueFrom(ColumnVector from, int row);

    /// Appends the values at `rows[0..count)`; what is appended for a null is undefined.
    abstract void appendValuesFrom(ColumnVector from, int[] rows, int count);

    /// Moves `values` values at `from` apart; what stands in the places of nulls is undefined. Leaves `size`.
    abstract void spreadValues(int from, boolean[] isNull, int count, int values);

    /// Bytes of the arrays that the subclass holds, and of its children.
    abstract long arrayBytes();
}
