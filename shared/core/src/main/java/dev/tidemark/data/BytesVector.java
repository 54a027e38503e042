package dev.tidemark.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// `string` as UTF-8 and `binary`: one byte array and the end of each value in it.
public final class BytesVector extends ColumnVector {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /// Two words.
    private static final int WIDE = 16;

    private byte[] bytes = new byte[64];
    /// Value `i` is `bytes[ends[i]..ends[i + 1])`.
    private int[] ends = new int[9];

    public BytesVector(DataType.Primitive type) {
        super(type);
    }

    public int start(int row) {
        return ends[row];
    }

    public int length(int row) {
        return ends[row + 1] - ends[row];
    }

    /// The array behind the vector. Replaced when the vector grows.
    public byte[] bytes() {
        return bytes;
    }

    public byte[] get(int row) {
        return Arrays.copyOfRange(bytes, ends[row], ends[row + 1]);
    }

    /// The value as text; makes an object, so not for hot loops.
    public String text(int row) {
        return new String(bytes, ends[row], length(row), StandardCharsets.UTF_8);
    }

    public void append(byte[] from, int start, int length) {
        byte[] room = reserve(length);
        System.arraycopy(from, start, room, ends[size], length);
        commit(length);
    }

    public void append(byte[] value) {
        append(value, 0, value.length);
    }

    public void append(String text) {
        append(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Makes room for a value of at most `length` bytes, to be written from index [#end()] on; then
    /// [#commit(int)].
    public byte[] reserve(int length) {
        long needed = (long) ends[size] + length;
        if (needed > bytes.length) {
            if (needed > Integer.MAX_VALUE - 16) {
                throw new IllegalStateException("more than 2 GB of text in one batch");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, bytes.length * 2L)));
        }
        return bytes;
    }

    /// Where the next value begins.
    public int end() {
        return ends[size];
    }

    /// Ends the value that was written after [#reserve(int)].
    public void commit(int length) {
        if (size + 1 == ends.length) {
            ends = Arrays.copyOf(ends, ends.length * 2);
        }
        ends[size + 1] = ends[size] + length;
        size++;
    }

    /// Whether the values at two rows are the same bytes.
    public boolean equal(int row, BytesVector other, int otherRow) {
        return Arrays.equals(
                bytes, ends[row], ends[row + 1], other.bytes, other.ends[otherRow], other.ends[otherRow + 1]);
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
        commit(0);
    }

    @Override
    void appendValueFrom(ColumnVector from, int row) {
        BytesVector other = (BytesVector) from;
        append(other.bytes, other.ends[row], other.length(row));
    }

    @Override
    void appendValuesFrom(ColumnVector from, int[] rows, int count) {
        if (count == 0) {
            return;
        }
        BytesVector other = (BytesVector) from;
        if (size + count >= ends.length) {
            ends = Arrays.copyOf(ends, grown(ends.length, size + count + 1));
        }
        if (contiguous(rows, count)) {
            int start = other.ends[rows[0]];
            int length = other.ends[rows[0] + count] - start;
            System.arraycopy(other.bytes, start, reserve(length), ends[size], length);
            int shift = ends[size] - start;
            for (int i = 1; i <= count; i++) {
                ends[size + i] = other.ends[rows[0] + i] + shift;
            }
        } else {
            appendScattered(other, rows, count);
        }
        size += count;
    }

    private void appendScattered(BytesVector other, int[] rows, int count) {
        int[] from = other.ends;
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += from[rows[i] + 1] - from[rows[i]];
        }
        byte[] room = reserve((int) Math.min(Integer.MAX_VALUE - WIDE, total + WIDE));
        byte[] source = other.bytes;
        int lastWide = source.length - WIDE;
        int at = ends[size];
        for (int i = 0; i < count; i++) {
            int start = from[rows[i]];
            int length = from[rows[i] + 1] - start;
            copy(source, start, length, room, at, lastWide);
            at += length;
            ends[size + 1 + i] = at;
        }
    }

    /// Copies a value, a short one by two words of which the end is overwritten by the next one.
    private static void copy(byte[] source, int start, int length, byte[] room, int at, int lastWide) {
        if (length <= WIDE && start <= lastWide) {
            WORDS.set(room, at, (long) WORDS.get(source, start));
            WORDS.set(room, at + 8, (long) WORDS.get(source, start + 8));
        } else {
            System.arraycopy(source, start, room, at, length);
        }
    }

    /// Appends the pieces `from[starts[i]..starts[i] + lengths[i])` for `i` below `count`.
    ///
    /// @param total of all lengths
    public void appendSlices(byte[] from, int[] starts, int[] lengths, int count, int total) {
        byte[] room = reserve(total + WIDE);
        if (size + count >= ends.length) {
            ends = Arrays.copyOf(ends, grown(ends.length, size + count + 1));
        }
        int lastWide = from.length - WIDE;
        int at = ends[size];
        int[] stops = ends;
        int first = size + 1;
        for (int i = 0; i < count; i++) {
            int length = lengths[i];
            copy(from, starts[i], length, room, at, lastWide);
            at += length;
            stops[first + i] = at;
        }
        size += count;
    }

    @Override
    public long valueBytes() {
        return ends[size] + 4L * size;
    }

    @Override
    long arrayBytes() {
        return bytes.length + 4L * ends.length;
    }
}
