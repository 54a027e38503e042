package dev.tidemark.orc;

/// Whether bytes are text.
final class Utf8 {

    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /// Whether all bytes of `from[start..end)` are ASCII, and so every text that lies in them is one.
    static boolean isAscii(byte[] from, int start, int end) {
        int at = start;
        long any = 0;
        for (; at <= end - 32; at += 32) {
            any |= (long) OrcStream.LONGS.get(from, at)
                    | (long) OrcStream.LONGS.get(from, at + 8)
                    | (long) OrcStream.LONGS.get(from, at + 16)
                    | (long) OrcStream.LONGS.get(from, at + 24);
        }
        for (; at < end; at++) {
            any |= from[at];
        }
        return (any & HIGH_BITS) == 0;
    }

    /// By table 3-7 of the Unicode standard: no surrogates, nothing beyond U+10FFFF, no longer form than needed.
    static boolean isValid(byte[] from, int start, int end) {
        int at = start;
        while (at < end) {
            if (at <= end - 8 && ((long) OrcStream.LONGS.get(from, at) & HIGH_BITS) == 0) {
                at += 8;
                continue;
            }
            int first = from[at++];
            if (first >= 0) {
                continue;
            }
            int more = more(first);
            if (more == 0 || at + more > end || !isSecond(first & 0xFF, from[at] & 0xFF)) {
                return false;
            }
            for (int i = 1; i < more; i++) {
                if ((from[at + i] & 0xC0) != 0x80) {
                    return false;
                }
            }
            at += more;
        }
        return true;
    }

    /// How many bytes follow; 0 where the first one begins nothing.
    private static int more(int first) {
        int unsigned = first & 0xFF;
        if (unsigned < 0xC2 || unsigned > 0xF4) {
            return 0;
        }
        return unsigned < 0xE0 ? 1 : unsigned < 0xF0 ? 2 : 3;
    }

    private static boolean isSecond(int first, int second) {
        return switch (first) {
            case 0xE0 -> second >= 0xA0 && second <= 0xBF;
            case 0xED -> second >= 0x80 && second <= 0x9F;
            case 0xF0 -> second >= 0x90 && second <= 0xBF;
            case 0xF4 -> second >= 0x80 && second <= 0x8F;
            default -> second >= 0x80 && second <= 0xBF;
        };
    }
}
