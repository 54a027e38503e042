package dev.tidemark.orc;

/// Blocks of LZ4 (<https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md>).
final class Lz4 {

    private static final int LEAST_MATCH = 4;

    private Lz4() {}

    /// Fills `to` with what the block `from[start..end)` is, at most `most` bytes.
    ///
    /// @return how many there were; -1 when it is no such block
    static int decompress(byte[] from, int start, int end, byte[] to, int most) {
        int at = start;
        int out = 0;
        while (at < end) {
            int token = from[at++];
            long literals = token >> 4 & 0xF;
            if (literals == 15) {
                int more;
                do {
                    if (at >= end) {
                        return -1;
                    }
                    more = from[at++] & 0xFF;
                    literals += more;
                } while (more == 255);
            }
            if (literals > end - at || literals > most - out) {
                return -1;
            }
            System.arraycopy(from, at, to, out, (int) literals);
            at += (int) literals;
            out += (int) literals;
            if (at == end) {
                return out;
            }
            if (end - at < 2) {
                return -1;
            }
            int distance = (from[at] & 0xFF) | ((from[at + 1] & 0xFF) << 8);
            at += 2;
            long length = token & 0xF;
            if (length == 15) {
                int more;
                do {
                    if (at >= end) {
                        return -1;
                    }
                    more = from[at++] & 0xFF;
                    length += more;
                } while (more == 255);
            }
            length += LEAST_MATCH;
            if (distance == 0 || distance > out || length > most - out) {
                return -1;
            }
            copy(to, out - distance, out, (int) length);
            out += (int) length;
        }
        return out;
    }

    /// A match may reach into what it makes: then it repeats.
    static void copy(byte[] bytes, int from, int to, int length) {
        if (to - from >= length) {
            System.arraycopy(bytes, from, bytes, to, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            bytes[to + i] = bytes[from + i];
        }
    }
}
