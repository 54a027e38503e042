package dev.tidemark.data;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;

/// A buffer that JSON is written to: texts as UTF-8, numbers with all their digits, times as ISO text in UTC.
public final class JsonText {

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_BYTES = 1024;
    private static final int KEPT_BYTES = 256 << 10;
    /// `\u001f`
    private static final int LONGEST_ESCAPE = 6;
    private static final int ESCAPED_AT_ONCE = 4096;
    private static final long MICROS = 1_000_000;
    private static final long MICROS_A_DAY = 86_400 * MICROS;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    public int length() {
        return length;
    }

    /// A copy of what was written.
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /// What was written, in the first [#length()] bytes; until the next call that writes.
    public byte[] bytes() {
        return bytes;
    }

    /// Forgets what was written, and gives the memory of much of it back.
    public void clear() {
        length = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    public int capacity() {
        return bytes.length;
    }

    private void reserve(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    public void writeByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    public void writeBytes(byte[] from) {
        reserve(from.length);
        System.arraycopy(from, 0, bytes, length, from.length);
        length += from.length;
    }

    public void writeAscii(String text) {
        writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// `"name":`
    public static byte[] quotedName(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        JsonText output = new JsonText();
        output.writeText(utf8, 0, utf8.length);
        output.writeByte(':');
        return Arrays.copyOf(output.bytes, output.length);
    }

    /// A text in quotes; `from` holds UTF-8.
    public void writeText(byte[] from, int start, int count) {
        writeByte('"');
        for (int done = 0; done < count; done += ESCAPED_AT_ONCE) {
            writeEscaped(from, start + done, Math.min(count - done, ESCAPED_AT_ONCE));
        }
        writeByte('"');
    }

    private void writeEscaped(byte[] from, int start, int count) {
        reserve(LONGEST_ESCAPE * count);
        byte[] to = bytes;
        int at = length;
        for (int i = start; i < start + count; i++) {
            byte value = from[i];
            if (value != '"' && value != '\\' && (value >= ' ' || value < 0)) {
                to[at++] = value;
            } else {
                at = escape(value, to, at);
            }
        }
        length = at;
    }

    private static int escape(byte value, byte[] to, int start) {
        int at = start;
        to[at++] = '\\';
        switch (value) {
            case '"', '\\' -> to[at++] = value;
            case '\b' -> to[at++] = 'b';
            case '\f' -> to[at++] = 'f';
            case '\n' -> to[at++] = 'n';
            case '\r' -> to[at++] = 'r';
            case '\t' -> to[at++] = 't';
            default -> {
                to[at++] = 'u';
                to[at++] = '0';
                to[at++] = '0';
                to[at++] = HEX[value >> 4];
                to[at++] = HEX[value & 15];
            }
        }
        return at;
    }

    public void writeLong(long value) {
        if (value == Long.MIN_VALUE) {
            writeAscii("-9223372036854775808");
            return;
        }
        if (value < 0) {
            writeByte('-');
        }
        writeDigits(Math.abs(value), 1);
    }

    /// At least `least` digits, zeros in front.
    private void writeDigits(long value, int least) {
        int count = least;
        for (long rest = value / power(least); rest > 0; rest /= 10) {
            count++;
        }
        reserve(count);
        long rest = value;
        for (int i = length + count - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += count;
    }

    private static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }

    /// All digits of the scale.
    public void writeDecimal(long unscaled, int scale) {
        if (unscaled < 0) {
            writeByte('-');
        }
        long power = power(scale);
        long absolute = Math.abs(unscaled);
        writeDigits(absolute / power, 1);
        writeByte('.');
        writeDigits(absolute % power, scale);
    }

    /// Spark's texts for what JSON has no number for.
    public void writeDouble(double value) {
        if (Double.isFinite(value)) {
            writeAscii(Double.toString(value));
        } else {
            writeAscii('"' + Double.toString(value) + '"');
        }
    }

    public void writeFloat(float value) {
        if (Float.isFinite(value)) {
            writeAscii(Float.toString(value));
        } else {
            writeAscii('"' + Float.toString(value) + '"');
        }
    }

    public void writeDate(int days) {
        writeByte('"');
        writeDateDigits(days);
        writeByte('"');
    }

    private void writeDateDigits(long days) {
        LocalDate date = LocalDate.ofEpochDay(days);
        if (date.getYear() < 0 || date.getYear() > 9999) {
            writeAscii(date.toString());
            return;
        }
        writeDigits(date.getYear(), 4);
        writeByte('-');
        writeDigits(date.getMonthValue(), 2);
        writeByte('-');
        writeDigits(date.getDayOfMonth(), 2);
    }

    /// UTC, with as many groups of three fraction digits as the value needs.
    public void writeTimestamp(long micros) {
        long ofDay = Math.floorMod(micros, MICROS_A_DAY);
        writeByte('"');
        writeDateDigits(Math.floorDiv(micros, MICROS_A_DAY));
        writeByte('T');
        long seconds = ofDay / MICROS;
        writeDigits(seconds / 3600, 2);
        writeByte(':');
        writeDigits(seconds / 60 % 60, 2);
        writeByte(':');
        writeDigits(seconds % 60, 2);
        long fraction = ofDay % MICROS;
        if (fraction % 1000 != 0) {
            writeByte('.');
            writeDigits(fraction, 6);
        } else if (fraction != 0) {
            writeByte('.');
            writeDigits(fraction / 1000, 3);
        }
        writeByte('Z');
        writeByte('"');
    }
}
