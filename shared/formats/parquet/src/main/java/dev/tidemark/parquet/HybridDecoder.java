package dev.tidemark.parquet;

import java.util.Arrays;

/// Reads what [HybridEncoding] writes: run lengths and bit packing mixed, for levels, dictionary ids and booleans.
final class HybridDecoder {

    private final Place place;
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int width;
    private int mask;
    /// Values left in the current run, and whether it is packed.
    private long left;
    private boolean packed;
    private boolean bigEndian;
    private int value;
    /// Of a packed run: its next bit and the first one behind it.
    private long bit;
    private long lastBit;

    HybridDecoder(Place place) {
        this.place = place;
    }

    /// @param bits of a value, 0 to 32
    void reset(byte[] from, int start, int stop, int bits) {
        bytes = from;
        at = start;
        end = stop;
        width = bits;
        mask = bits == 32 ? -1 : (1 << bits) - 1;
        left = 0;
        bigEndian = false;
    }

    /// Begins levels of the deprecated encoding BIT_PACKED: one packed run, its bits from the highest on.
    void resetPacked(byte[] from, int start, int stop, int bits) {
        reset(from, start, stop, bits);
        packed = true;
        bigEndian = true;
        left = Long.MAX_VALUE;
        bit = (long) start << 3;
        lastBit = (long) stop << 3;
    }

    /// How many of the next `count` values are known to be `wanted` without looking at each; they are taken.
    int run(int wanted, int count) {
        int taken = 0;
        while (taken < count) {
            if (left == 0) {
                begin();
            }
            if (packed || value != wanted) {
                break;
            }
            int step = (int) Math.min(left, count - taken);
            left -= step;
            taken += step;
        }
        return taken;
    }

    void read(int[] to, int from, int count) {
        int done = 0;
        while (done < count) {
            if (left == 0) {
                begin();
            }
            int step = (int) Math.min(left, count - done);
            if (packed) {
                unpack(to, from + done, step);
            } else {
                Arrays.fill(to, from + done, from + done + step, value);
            }
            left -= step;
            done += step;
        }
    }

    private void begin() {
        if (width == 0) {
            // Nothing needs to stand there for values that can only be 0.
            packed = false;
            value = 0;
            left = Long.MAX_VALUE;
            return;
        }
        do {
            int header = varint();
            packed = (header & 1) == 1;
            left = (header & 0xFFFFFFFFL) >>> 1;
            if (packed) {
                left *= 8;
                bit = (long) at << 3;
                long bytesNeeded = (left >>> 3) * width;
                // Some writers leave out the end of the last group.
                at = (int) Math.min(end, at + bytesNeeded);
                lastBit = (long) at << 3;
            } else {
                int size = (width + 7) >>> 3;
                if (end - at < size) {
                    throw place.damaged("a run of levels or dictionary ids goes over the page's end");
                }
                value = 0;
                for (int i = 0; i < size; i++) {
                    value |= (bytes[at++] & 0xFF) << (8 * i);
                }
            }
        } while (left == 0);
    }

    private int varint() {
        int result = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (at >= end) {
                throw place.damaged("a page has fewer levels or dictionary ids than values");
            }
            int next = bytes[at++];
            result |= (next & 0x7F) << shift;
            if (next >= 0) {
                return result;
            }
        }
        throw place.damaged("the length of a run of levels or dictionary ids makes no sense");
    }

    private void unpack(int[] to, int from, int count) {
        if (bit + (long) count * width > lastBit) {
            throw place.damaged("a page has fewer levels or dictionary ids than values");
        }
        long position = bit;
        int done = 0;
        if (!bigEndian) {
            done = words(to, from, count, position);
            position += (long) done * width;
        }
        byte[] source = bytes;
        int safe = source.length - 8;
        for (int i = done; i < count; i++) {
            int start = (int) (position >>> 3);
            long word = start <= safe ? (long) ByteBuilder.LONGS.get(source, start) : tail(source, start);
            to[from + i] = bigEndian
                    ? (int) (Long.reverseBytes(word) << (position & 7) >>> (64 - width))
                    : (int) (word >>> (position & 7)) & mask;
            position += width;
        }
        bit = position;
    }

    /// As many values as whole words of eight bytes hold, several of each word; how many these are.
    private int words(int[] to, int from, int count, long position) {
        int each = 57 / width;
        byte[] source = bytes;
        int safe = source.length - 8;
        long at = position;
        int end = from + count - each;
        int i = from;
        if (each < 2) {
            return 0;
        }
        while (i <= end) {
            int start = (int) (at >>> 3);
            if (start > safe) {
                break;
            }
            long word = (long) ByteBuilder.LONGS.get(source, start) >>> (at & 7);
            for (int k = 0; k < each; k++) {
                to[i + k] = (int) word & mask;
                word >>>= width;
            }
            i += each;
            at += (long) each * width;
        }
        return i - from;
    }

    /// The last bytes of an array as if zeros followed.
    static long tail(byte[] source, int start) {
        long word = 0;
        for (int i = Math.min(8, source.length - start) - 1; i >= 0; i--) {
            word = (word << 8) | (source[start + i] & 0xFF);
        }
        return word;
    }
}
