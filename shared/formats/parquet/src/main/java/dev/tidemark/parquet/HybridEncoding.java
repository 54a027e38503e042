package dev.tidemark.parquet;

/// Parquet's mix of run lengths and bit packing, for levels and dictionary ids.
///
/// Source: <https://github.com/apache/parquet-format/blob/master/Encodings.md> "RLE/Bit-Packing Hybrid".
final class HybridEncoding {

    /// A run shorter than this is cheaper packed.
    private static final int SHORTEST_RUN = 8;

    private HybridEncoding() {}

    /// Bits that hold numbers up to `max`, 0 for `max` = 0.
    static int width(int max) {
        return 32 - Integer.numberOfLeadingZeros(max);
    }

    static void putRun(int value, int count, int width, ByteBuilder out) {
        out.putVarint(count << 1);
        for (int shift = 0; shift < width; shift += 8) {
            out.write(value >>> shift);
        }
    }

    /// Encodes `values[from..to)`, each of at most `width` bits.
    static void encode(int[] values, int from, int to, int width, ByteBuilder out) {
        int packedFrom = from;
        int at = from;
        while (at < to) {
            int value = values[at];
            int end = at + 1;
            while (end < to && values[end] == value) {
                end++;
            }
            // What is packed comes in groups of eight: the run lends the last group what it lacks.
            int lent = -(at - packedFrom) & 7;
            if (end - at - lent >= SHORTEST_RUN) {
                pack(values, packedFrom, at + lent, width, out);
                putRun(value, end - at - lent, width, out);
                packedFrom = end;
            }
            at = end;
        }
        pack(values, packedFrom, to, width, out);
    }

    /// Packs `values[from..to)`; a last group that is not full is filled up with zeros.
    private static void pack(int[] values, int from, int to, int width, ByteBuilder out) {
        if (from == to) {
            return;
        }
        int groups = (to - from + 7) >>> 3;
        out.putVarint((groups << 1) | 1);
        int length = groups * width;
        byte[] bytes = out.reserve(length + 8);
        int at = out.size();
        int end = at + length;
        long pending = 0;
        int bits = 0;
        for (int i = from; i < to; i++) {
            pending |= (values[i] & 0xFFFFFFFFL) << bits;
            bits += width;
            if (bits >= 32) {
                ByteBuilder.INTS.set(bytes, at, (int) pending);
                at += 4;
                pending >>>= 32;
                bits -= 32;
            }
        }
        while (at < end) {
            bytes[at++] = (byte) pending;
            pending >>>= 8;
        }
        out.advance(length);
    }
}
