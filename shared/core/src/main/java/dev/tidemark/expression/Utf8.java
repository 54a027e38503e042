package dev.tidemark.expression;

/// Counts characters (code points) in UTF-8 bytes.
final class Utf8 {

    private Utf8() {}

    static int characters(byte[] bytes, int start, int length) {
        int count = 0;
        for (int i = start; i < start + length; i++) {
            count += (bytes[i] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }

    /// The index after `count` characters from `from` on, or `end`.
    static int after(byte[] bytes, int from, int end, int count) {
        int at = from;
        for (int i = 0; i < count && at < end; i++) {
            at++;
            while (at < end && (bytes[at] & 0xC0) == 0x80) {
                at++;
            }
        }
        return at;
    }
}
