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

/// The distinct values of a column chunk and, for each value, which of them it is. Reused from chunk to chunk.
///
/// A sample decides whether it is tried at all: hashing a column of ids to find that they are all distinct costs more
/// than everything else in writing it.
final class Dictionary {

    private static final int SAMPLE = 4096;
    private static final int MAX_ENTRIES = 1 << 16;
    private static final int MAX_BYTES = 1 << 20;

    private int[] ids = new int[0];
    /// Open addressing: id + 1, or 0 where free. Only the first [#slotCount] are in use, so that a small chunk after a
    /// large one does not wipe a megabyte.
    private int[] slots = new int[0];

    private int slotCount;
    private long[] keys = new long[16];
    private int[] entries = new int[16];
    private int size;
    private long bytes;

    /// Number of distinct values.
    int size() {
        return size;
    }

    /// Positions of the distinct values in the vector, `size()` of them.
    int[] entries() {
        return entries;
    }

    /// Id of each value.
    int[] ids() {
        return ids;
    }

    /// Builds the dictionary of `count` values; false when it would not pay.
    boolean build(ColumnVector vector, int @Nullable [] positions, int count) {
        if (count < 2 || vector instanceof BooleanVector) {
            return false;
        }
        if (ids.length < count) {
            ids = new int[count];
        }
        int sample = Math.min(SAMPLE, count);
        int step = count / sample;
        reset(sample);
        if (!add(vector, positions, 0, sample * step, step, sample / 2)) {
            return false;
        }
        reset(Math.min(MAX_ENTRIES, size * 4));
        return add(vector, positions, 0, count, 1, Math.min(MAX_ENTRIES, count / 2));
    }

    private void reset(int expected) {
        int wanted = Integer.highestOneBit(Math.max(16, expected)) * 4;
        if (slots.length < wanted) {
            slots = new int[wanted];
        } else {
            Arrays.fill(slots, 0, wanted, 0);
        }
        slotCount = wanted;
        size = 0;
        bytes = 0;
    }

    private boolean add(ColumnVector vector, int @Nullable [] positions, int from, int to, int step, int mostEntries) {
        boolean keyIsValue = !(vector instanceof BytesVector) && !(vector instanceof DecimalVector);
        for (int i = from; i < to; i += step) {
            int position = positions == null ? i : positions[i];
            long key = key(vector, position);
            int mask = slotCount - 1;
            int slot = slot(key, mask);
            int id;
            while (true) {
                id = slots[slot] - 1;
                if (id < 0 || (keys[id] == key && (keyIsValue || same(vector, entries[id], position)))) {
                    break;
                }
                slot = (slot + 1) & mask;
            }
            if (id < 0) {
                id = size;
                slots[slot] = id + 1;
                addEntry(key, position, vector);
                if (size > mostEntries || bytes > MAX_BYTES) {
                    return false;
                }
            }
            ids[i] = id;
        }
        return true;
    }

    private void addEntry(long key, int position, ColumnVector vector) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
            keys = Arrays.copyOf(keys, size * 2);
        }
        entries[size] = position;
        keys[size++] = key;
        bytes += vector instanceof BytesVector text ? text.length(position) + 4L : 8;
        if (size * 2 > slotCount) {
            spread(slotCount * 2);
        }
    }

    private void spread(int wanted) {
        slots = new int[wanted];
        slotCount = wanted;
        for (int id = 0; id < size; id++) {
            int slot = slot(keys[id], slotCount - 1);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slotCount - 1);
            }
            slots[slot] = id + 1;
        }
    }

    private static int slot(long key, int mask) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed ^ (mixed >>> 32)) & mask;
    }

    private static long key(ColumnVector vector, int position) {
        return switch (vector) {
            case LongVector longs -> longs.get(position);
            case BytesVector text -> hash(text.bytes(), text.start(position), text.length(position));
            case IntVector ints -> ints.get(position);
            case FloatVector floats -> Float.floatToRawIntBits(floats.get(position));
            case DoubleVector doubles -> Double.doubleToRawLongBits(doubles.get(position));
            case DecimalVector decimals -> decimals.high(position) * 0x9E3779B97F4A7C15L ^ decimals.low(position);
            case BooleanVector booleans -> booleans.get(position) ? 1 : 0;
            case ArrayVector _, MapVector _, StructVector _ ->
                throw new IllegalStateException("not a column of values: " + vector.type());
        };
    }

    private static boolean same(ColumnVector vector, int a, int b) {
        return switch (vector) {
            case BytesVector text -> text.equal(a, text, b);
            case DecimalVector decimals -> decimals.high(a) == decimals.high(b) && decimals.low(a) == decimals.low(b);
            case BooleanVector _,
                    IntVector _,
                    LongVector _,
                    FloatVector _,
                    DoubleVector _,
                    ArrayVector _,
                    MapVector _,
                    StructVector _ -> key(vector, a) == key(vector, b);
        };
    }

    /// Eight bytes at a time; the last eight overlap where the length is no multiple.
    private static long hash(byte[] bytes, int start, int length) {
        long hash = length;
        if (length >= 8) {
            int last = start + length - 8;
            for (int at = start; at < last; at += 8) {
                hash = (hash ^ (long) ByteBuilder.LONGS.get(bytes, at)) * 0xFF51AFD7ED558CCDL;
                hash ^= hash >>> 32;
            }
            hash = (hash ^ (long) ByteBuilder.LONGS.get(bytes, last)) * 0xFF51AFD7ED558CCDL;
        } else {
            long word = 0;
            for (int i = 0; i < length; i++) {
                word = word << 8 | (bytes[start + i] & 0xFF);
            }
            hash = (hash ^ word) * 0xFF51AFD7ED558CCDL;
        }
        return hash ^ (hash >>> 32);
    }
}
