package dev.tidemark.orc;

import dev.tidemark.data.BytesVector;
import java.util.Arrays;

/// The distinct texts of a column in a stripe and, for each value, which of them it is. Reused from column to column.
///
/// A sample decides whether it is tried at all: hashing a column of ids to find that they are all distinct costs more
/// than everything else in writing it.
final class Dictionary {

    private static final int SAMPLE = 4096;
    private static final int MOST_ENTRIES = 1 << 16;
    private static final int MOST_BYTES = 4 << 20;

    private int[] ids = new int[0];
    /// Open addressing: id + 1, or 0 where free.
    private int[] slots = new int[0];

    private int slotCount;
    private int[] hashes = new int[16];
    private int[] entries = new int[16];
    private int size;
    private long bytes;

    int size() {
        return size;
    }

    /// Places of the distinct texts in the vector, [#size()] of them.
    int[] entries() {
        return entries;
    }

    /// Id of each value.
    int[] ids() {
        return ids;
    }

    /// Builds the dictionary; false when it would not pay.
    boolean build(BytesVector vector, Rows rows) {
        int count = rows.count();
        if (count < 2) {
            return false;
        }
        if (ids.length < count) {
            ids = new int[count];
        }
        int sample = Math.min(SAMPLE, count);
        int step = count / sample;
        reset(sample);
        if (!add(vector, rows, sample * step, step, sample / 2)) {
            return false;
        }
        reset(Math.min(MOST_ENTRIES, size * 4));
        return add(vector, rows, count, 1, Math.min(MOST_ENTRIES, count / 2));
    }

    private void reset(int expected) {
        slotCount = Integer.highestOneBit(Math.max(16, expected)) * 4;
        if (slots.length < slotCount) {
            slots = new int[slotCount];
        } else {
            Arrays.fill(slots, 0, slotCount, 0);
        }
        size = 0;
        bytes = 0;
    }

    private boolean add(BytesVector vector, Rows rows, int to, int step, int most) {
        for (int i = 0; i < to; i += step) {
            int place = rows.place(i);
            int hash = hash(vector.bytes(), vector.start(place), vector.length(place));
            int slot = hash & slotCount - 1;
            int id;
            while (true) {
                id = slots[slot] - 1;
                if (id < 0 || (hashes[id] == hash && vector.equal(entries[id], vector, place))) {
                    break;
                }
                slot = slot + 1 & slotCount - 1;
            }
            if (id < 0) {
                id = size;
                slots[slot] = id + 1;
                addEntry(hash, place, vector.length(place));
                if (size > most || bytes > MOST_BYTES) {
                    return false;
                }
            }
            ids[i] = id;
        }
        return true;
    }

    private void addEntry(int hash, int place, int length) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2);
        }
        entries[size] = place;
        hashes[size++] = hash;
        bytes += length;
        if (size * 2 > slotCount) {
            slotCount *= 2;
            slots = new int[slotCount];
            for (int id = 0; id < size; id++) {
                int slot = hashes[id] & slotCount - 1;
                while (slots[slot] != 0) {
                    slot = slot + 1 & slotCount - 1;
                }
                slots[slot] = id + 1;
            }
        }
    }

    /// Eight bytes at a time; the last eight overlap where the length is no multiple.
    private static int hash(byte[] bytes, int start, int length) {
        long hash = length;
        if (length >= 8) {
            int last = start + length - 8;
            for (int at = start; at < last; at += 8) {
                hash = (hash ^ (long) OrcStream.LONGS.get(bytes, at)) * 0xFF51AFD7ED558CCDL;
                hash ^= hash >>> 32;
            }
            hash = (hash ^ (long) OrcStream.LONGS.get(bytes, last)) * 0xFF51AFD7ED558CCDL;
        } else {
            long word = 0;
            for (int i = 0; i < length; i++) {
                word = word << 8 | (bytes[start + i] & 0xFF);
            }
            hash = (hash ^ word) * 0xFF51AFD7ED558CCDL;
        }
        return (int) (hash ^ hash >>> 32);
    }
}
