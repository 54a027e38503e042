package dev.tidemark.text.xml;

import java.util.Arrays;

/// The text of one element as UTF-8, put together from the pieces that the parser gives. Reused; one thread.
final class XmlText {

    private static final int KEPT_BYTES = 256 << 10;

    private byte[] bytes = new byte[64];
    private int length;
    private char high;

    void clear() {
        length = 0;
        high = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[64];
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void truncate(int newLength) {
        length = newLength;
    }

    void append(String text) {
        for (int i = 0; i < text.length(); i++) {
            append(text.charAt(i));
        }
    }

    /// A piece may end with the first half of a surrogate pair; the parser has seen to it that the other half follows.
    void append(char[] from, int start, int count) {
        room(3 * count);
        for (int i = start; i < start + count; i++) {
            char next = from[i];
            if (next < 0x80) {
                bytes[length++] = (byte) next;
            } else {
                append(next);
            }
        }
    }

    /// Appends UTF-8.
    void append(byte[] from, int start, int count) {
        room(count);
        System.arraycopy(from, start, bytes, length, count);
        length += count;
    }

    private void append(char next) {
        room(4);
        if (next < 0x80) {
            bytes[length++] = (byte) next;
        } else if (next < 0x800) {
            bytes[length++] = (byte) (0xC0 | (next >> 6));
            bytes[length++] = (byte) (0x80 | (next & 0x3F));
        } else if (Character.isHighSurrogate(next)) {
            high = next;
        } else if (Character.isLowSurrogate(next)) {
            int point = Character.toCodePoint(high, next);
            bytes[length++] = (byte) (0xF0 | (point >> 18));
            bytes[length++] = (byte) (0x80 | ((point >> 12) & 0x3F));
            bytes[length++] = (byte) (0x80 | ((point >> 6) & 0x3F));
            bytes[length++] = (byte) (0x80 | (point & 0x3F));
        } else {
            bytes[length++] = (byte) (0xE0 | (next >> 12));
            bytes[length++] = (byte) (0x80 | ((next >> 6) & 0x3F));
            bytes[length++] = (byte) (0x80 | (next & 0x3F));
        }
    }

    private void room(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, more)));
        }
    }

    /// Whether there is nothing but white space from `from` on.
    boolean isBlank(int from) {
        for (int i = from; i < length; i++) {
            if (!isSpace(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    /// Index of the first byte that is no white space.
    int trimmedStart() {
        int at = 0;
        while (at < length && isSpace(bytes[at])) {
            at++;
        }
        return at;
    }

    /// Index behind the last byte that is no white space.
    int trimmedEnd() {
        int at = length;
        while (at > 0 && isSpace(bytes[at - 1])) {
            at--;
        }
        return at;
    }

    private static boolean isSpace(byte value) {
        return value == ' ' || value == '\n' || value == '\t' || value == '\r';
    }
}
