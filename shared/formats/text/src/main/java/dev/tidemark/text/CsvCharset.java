package dev.tidemark.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// How the bytes of a CSV file become UTF-8.
///
/// In UTF-8 and in every character set of single bytes that begins with ASCII (ISO 8859, Windows 125x, KOI8 …) line
/// ends, separators and quotes are the bytes that they are in ASCII, so the file is parsed as it is, by ranges
/// too, and
/// only values of text are translated. Everything else (UTF-16, Shift_JIS, EBCDIC) is translated before it is
/// parsed.
final class CsvCharset {

    private static final Map<Charset, CsvCharset> KNOWN = new ConcurrentHashMap<>();

    private final Charset charset;
    private final boolean utf8;
    /// UTF-8 of each byte above 127, or null for a byte without a meaning; the whole is null for other charsets.
    private final byte @Nullable [] @Nullable [] table;

    private CsvCharset(Charset charset) {
        this.charset = charset;
        this.utf8 = charset.equals(StandardCharsets.UTF_8);
        this.table = utf8 ? null : table(charset);
    }

    static CsvCharset of(Charset charset) {
        return KNOWN.computeIfAbsent(charset, CsvCharset::new);
    }

    /// Whether the file's own bytes are parsed; otherwise a translation of them.
    boolean parsedAsIs() {
        return utf8 || table != null;
    }

    Charset charset() {
        return charset;
    }

    private static byte @Nullable [] @Nullable [] table(Charset charset) {
        @Nullable String[] chars = new @Nullable String[256];
        for (int value = 0; value < 256; value++) {
            chars[value] = decode(charset, new byte[] {(byte) value});
            if (value < 128 && !String.valueOf((char) value).equals(chars[value])) {
                return null;
            }
        }
        // A lead byte alone is no character: a pair that decodes to one where its halves do not is a charset of
        // many
        // bytes.
        for (int lead = 128; lead < 256; lead++) {
            for (int trail = 64; trail < 256; trail++) {
                if (chars[lead] == null && decode(charset, new byte[] {(byte) lead, (byte) trail}) != null) {
                    return null;
                }
            }
        }
        byte[] @Nullable [] table = new byte[128][];
        for (int value = 128; value < 256; value++) {
            String text = chars[value];
            table[value - 128] = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
        }
        return table;
    }

    private static @Nullable String decode(Charset charset, byte[] bytes) {
        try {
            CharBuffer chars = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes));
            return chars.isEmpty() ? null : chars.toString();
        } catch (CharacterCodingException notOne) {
            return null;
        }
    }

    /// UTF-8 of `bytes[from..to)`, written to `target` from `at` on, which has room for three times as many bytes.
    ///
    /// @return how many were written, or -1 when the bytes are not text of this character set
    int translate(byte[] bytes, int from, int to, byte[] target, int at) {
        byte @Nullable [] @Nullable [] known = table;
        if (known == null) {
            if (!isUtf8(bytes, from, to)) {
                return -1;
            }
            System.arraycopy(bytes, from, target, at, to - from);
            return to - from;
        }
        int end = at;
        for (int i = from; i < to; i++) {
            byte value = bytes[i];
            if (value >= 0) {
                target[end++] = value;
                continue;
            }
            byte[] text = known[value & 0x7F];
            if (text == null) {
                return -1;
            }
            for (byte part : text) {
                target[end++] = part;
            }
        }
        return end - at;
    }

    /// The text that the first `length` bytes are, or null when they are none in this character set.
    @Nullable
    String decode(byte[] bytes, int length) {
        byte[] utf8 = new byte[3 * length];
        int translated = translate(bytes, 0, length, utf8, 0);
        return translated < 0 ? null : new String(utf8, 0, translated, StandardCharsets.UTF_8);
    }

    /// Index of the first byte of `bytes[from..to)` that begins no character of this character set, or -1.
    int firstWrong(byte[] bytes, int from, int to) {
        byte @Nullable [] @Nullable [] known = table;
        if (known == null) {
            return firstNotUtf8(bytes, from, to);
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0 && known[bytes[i] & 0x7F] == null) {
                return i;
            }
        }
        return -1;
    }

    /// Whether the bytes are UTF-8 as RFC 3629 has it: shortest forms, no surrogates, nothing above U+10FFFF.
    static boolean isUtf8(byte[] bytes, int from, int to) {
        return firstNotUtf8(bytes, from, to) < 0;
    }

    private static int firstNotUtf8(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            int begin = at;
            int lead = bytes[at++];
            if (lead >= 0) {
                continue;
            }
            lead &= 0xFF;
            int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
            if (lead < 0xC2 || lead > 0xF4 || at + more > to) {
                return begin;
            }
            int second = bytes[at] & 0xFF;
            int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
            int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
            if (second < lowest || second > highest) {
                return begin;
            }
            for (int i = 1; i < more; i++) {
                if ((bytes[at + i] & 0xC0) != 0x80) {
                    return begin;
                }
            }
            at += more;
        }
        return -1;
    }
}
