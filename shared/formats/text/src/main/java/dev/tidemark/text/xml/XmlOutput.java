package dev.tidemark.text.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A buffer that XML is written to, in UTF-8.
final class XmlOutput {

    private static final int FIRST_BYTES = 16 << 10;
    /// Above this the memory is given back after a flush.
    private static final int KEPT_BYTES = 256 << 10;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    int length() {
        return length;
    }

    int capacity() {
        return bytes.length;
    }

    void moveTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
        length = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    private void room(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, more)));
        }
    }

    void write(byte[] from) {
        room(from.length);
        System.arraycopy(from, 0, bytes, length, from.length);
        length += from.length;
    }

    /// Markup and values that need no escape.
    void write(String text) {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /// A text, UTF-8, with references where a parser would read something else than what stands there: line ends are
    /// made one by parsers, and white space of attributes blanks.
    void writeText(String column, byte[] from, int start, int count, boolean attribute) {
        for (int i = start; i < start + count; i++) {
            byte value = from[i];
            switch (value) {
                case '&' -> write("&amp;");
                case '<' -> write("&lt;");
                case '>' -> write("&gt;");
                case '\r' -> write("&#13;");
                case '\n', '\t', '"' -> {
                    if (attribute) {
                        write("&#" + value + ";");
                    } else {
                        writeByte(value);
                    }
                }
                default -> {
                    refuse(column, from, i, start + count);
                    writeByte(value);
                }
            }
        }
    }

    private static void refuse(String column, byte[] from, int at, int end) {
        byte value = from[at];
        if (value >= 0 && value < ' ') {
            throw new XmlCharacterException(column, value);
        }
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        if (value == (byte) 0xEF && at + 2 < end && from[at + 1] == (byte) 0xBF && (from[at + 2] & 0xFF) >= 0xBE) {
            throw new XmlCharacterException(column, 0xFFC0 | (from[at + 2] & 0x3F));
        }
    }

    private void writeByte(byte value) {
        room(1);
        bytes[length++] = value;
    }
}
