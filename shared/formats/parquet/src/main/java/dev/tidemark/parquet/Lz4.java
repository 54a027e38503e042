package dev.tidemark.parquet;

/// Blocks of LZ4, as Parquet has them in its codec LZ4_RAW and, behind Hadoop's lengths, in the older LZ4.
///
/// Source: <https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md>. Sixty lines here weigh less than a
/// library with native code, or one whose `Unsafe` the JDK warns of.
final class Lz4 {

    private static final int LEAST_MATCH = 4;

    private Lz4() {}

    /// Fills `to[toFrom..toEnd)` from the block `from[start..end)`.
    ///
    /// @return whether that was right to the byte
    static boolean block(byte[] from, int start, int end, byte[] to, int toFrom, int toEnd) {
        int at = start;
        int out = toFrom;
        while (at < end) {
            int token = from[at++];
            long literals = token >> 4 & 0xF;
            if (literals == 15) {
                int more;
                do {
                    if (at >= end) {
                        return false;
                    }
                    more = from[at++] & 0xFF;
                    literals += more;
                } while (more == 255);
            }
            if (literals > end - at || literals > toEnd - out) {
                return false;
            }
            System.arraycopy(from, at, to, out, (int) literals);
            at += (int) literals;
            out += (int) literals;
            if (at == end) {
                return out == toEnd;
            }
            if (end - at < 2) {
                return false;
            }
            int distance = (from[at] & 0xFF) | ((from[at + 1] & 0xFF) << 8);
            at += 2;
            long length = token & 0xF;
            if (length == 15) {
                int more;
                do {
                    if (at >= end) {
                        return false;
                    }
                    more = from[at++] & 0xFF;
                    length += more;
                } while (more == 255);
            }
            length += LEAST_MATCH;
            if (distance == 0 || distance > out - toFrom || length > toEnd - out) {
                return false;
            }
            copy(to, out - distance, out, (int) length);
            out += (int) length;
        }
        return out == toEnd;
    }

    /// A match may reach into what it makes: then it repeats.
    private static void copy(byte[] bytes, int from, int to, int length) {
        if (to - from >= length) {
            System.arraycopy(bytes, from, bytes, to, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            bytes[to + i] = bytes[from + i];
        }
    }

    /// Hadoop's form: blocks of a length before and a length after compression, which itself may be in several
    /// parts.
    static boolean hadoop(byte[] from, int start, int end, byte[] to, int toEnd) {
        int at = start;
        int out = 0;
        while (at < end) {
            if (end - at < 8) {
                return false;
            }
            int blockEnd = out + bigEndian(from, at);
            at += 4;
            if (blockEnd < out || blockEnd > toEnd) {
                return false;
            }
            // Parts say only how long they are compressed; writers of Parquet make one.
            int length = bigEndian(from, at);
            at += 4;
            if (length < 0 || length > end - at || !block(from, at, at + length, to, out, blockEnd)) {
                return false;
            }
            at += length;
            out = blockEnd;
        }
        return out == toEnd;
    }

    private static int bigEndian(byte[] bytes, int at) {
        return Integer.reverseBytes((int) ByteBuilder.INTS.get(bytes, at));
    }
}
