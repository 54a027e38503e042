package dev.tidemark.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// JSON texts as bytes.
final class JsonStrings {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';

    private JsonStrings() {}

    /// Index of the quote that ends the text whose content begins at `from`. When it is not before `limit`, `~at`,
    /// where
    /// `at` is the index to go on from once there is more.
    static int closingQuote(byte[] bytes, int from, int limit) {
        int at = from;
        while (true) {
            at = quoteOrEscape(bytes, at, limit);
            if (at >= limit) {
                return ~at;
            }
            if (bytes[at] == '"') {
                return at;
            }
            at += 2;
        }
    }

    /// Index of the first backslash in `[from, to)`, or `to`.
    static int firstEscape(byte[] bytes, int from, int to) {
        int at = quoteOrEscape(bytes, from, to);
        return Math.min(at, to);
    }

    private static int quoteOrEscape(byte[] bytes, int from, int limit) {
        int at = from;
        while (at <= limit - Long.BYTES) {
            long word = (long) LONGS.get(bytes, at);
            long found = zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >> 3);
            }
            at += Long.BYTES;
        }
        while (at < limit && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    /// The lowest set bit marks the first zero byte (bits above it may be wrong).
    private static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }

    /// Replaces the escapes of a text. A wrong escape the parser tells of; half of a surrogate pair it lets pass.
    ///
    /// @return the number of bytes written to `into`, or -1 for either of them
    static int decode(byte[] bytes, int from, int to, byte[] into) {
        int at = from;
        int out = 0;
        while (at < to) {
            byte value = bytes[at++];
            if (value != '\\') {
                into[out++] = value;
                continue;
            }
            byte escaped = bytes[at++];
            if (escaped != 'u') {
                into[out++] = unescaped(escaped);
                continue;
            }
            int code = hex(bytes, at, to);
            at += 4;
            if (code < 0) {
                return -1;
            }
            if (Character.isHighSurrogate((char) code)) {
                if (at + 6 > to || bytes[at] != '\\' || bytes[at + 1] != 'u') {
                    return -1;
                }
                int low = hex(bytes, at + 2, to);
                if (low < 0 || !Character.isLowSurrogate((char) low)) {
                    return -1;
                }
                code = Character.toCodePoint((char) code, (char) low);
                at += 6;
            } else if (Character.isLowSurrogate((char) code)) {
                return -1;
            }
            out = encode(code, into, out);
        }
        return out;
    }

    private static byte unescaped(byte escaped) {
        return switch (escaped) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escaped;
        };
    }

    private static int hex(byte[] bytes, int at, int to) {
        if (at + 4 > to) {
            return -1;
        }
        int code = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = Character.digit(bytes[i], 16);
            if (digit < 0) {
                return -1;
            }
            code = (code << 4) | digit;
        }
        return code;
    }

    private static int encode(int code, byte[] into, int at) {
        int out = at;
        if (code < 0x80) {
            into[out++] = (byte) code;
        } else if (code < 0x800) {
            into[out++] = (byte) (0xC0 | (code >> 6));
            into[out++] = (byte) (0x80 | (code & 0x3F));
        } else if (code < 0x10000) {
            into[out++] = (byte) (0xE0 | (code >> 12));
            into[out++] = (byte) (0x80 | ((code >> 6) & 0x3F));
            into[out++] = (byte) (0x80 | (code & 0x3F));
        } else {
            into[out++] = (byte) (0xF0 | (code >> 18));
            into[out++] = (byte) (0x80 | ((code >> 12) & 0x3F));
            into[out++] = (byte) (0x80 | ((code >> 6) & 0x3F));
            into[out++] = (byte) (0x80 | (code & 0x3F));
        }
        return out;
    }

    /// Whether every half of a surrogate pair has its other half.
    static boolean isPaired(String text) {
        for (int i = 0; i < text.length(); i++) {
            char value = text.charAt(i);
            if (Character.isHighSurrogate(value)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(value)) {
                return false;
            }
        }
        return true;
    }

    /// Copies JSON without the blanks between its tokens.
    ///
    /// @return the number of bytes written
    static int compact(byte[] bytes, int from, int to, byte[] into) {
        int out = 0;
        boolean inText = false;
        for (int at = from; at < to; at++) {
            byte value = bytes[at];
            if (!inText && (value == ' ' || value == '\n' || value == '\r' || value == '\t')) {
                continue;
            }
            into[out++] = value;
            if (value == '"') {
                inText = !inText;
            } else if (value == '\\' && inText) {
                into[out++] = bytes[++at];
            }
        }
        return out;
    }

    /// Whether bytes are UTF-8 as RFC 3629 has it: no overlong form, no surrogate, nothing above U+10FFFF.
    static boolean isUtf8(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            while (at <= to - Long.BYTES && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
                at += Long.BYTES;
            }
            if (at == to) {
                return true;
            }
            int length = bytes[at] >= 0 ? 1 : lengthOfCharacter(bytes, at, to);
            if (length == 0) {
                return false;
            }
            at += length;
        }
        return true;
    }

    private static int lengthOfCharacter(byte[] bytes, int at, int to) {
        int first = bytes[at] & 0xFF;
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > to) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        int lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
