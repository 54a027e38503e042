package dev.tidemark.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Bytes of CSV records that are not written yet.
final class CsvRow {

    private static final int FIRST_BYTES = 16 << 10;
    /// Above this the memory is given back after a flush.
    private static final int KEPT_BYTES = 256 << 10;
    private static final int LONGEST_NUMBER = 32;
    private static final long DAY_MICROS = 86_400_000_000L;

    private final byte separator;
    private final byte quote;
    private final byte escaper;
    private final boolean quotes;
    private final boolean escapes;
    private final byte[] nullText;
    private final boolean[] special = new boolean[256];

    private byte[] bytes = new byte[FIRST_BYTES];
    private int end;

    CsvRow(CsvOptions options, byte[] nullText) {
        separator = options.separator();
        quote = options.quote();
        quotes = options.quotes();
        escapes = options.escapes();
        escaper = options.escapes() ? options.escaper() : quote;
        this.nullText = nullText;
        special['\n'] = true;
        special['\r'] = true;
        special[separator & 0xFF] = true;
        if (quotes) {
            special[quote & 0xFF] = true;
        }
        if (escapes) {
            special[escaper & 0xFF] = true;
        }
    }

    int length() {
        return end;
    }

    byte[] bytes() {
        return bytes;
    }

    void clear() {
        end = 0;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, end);
        end = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    private void room(int count) {
        if (bytes.length - end < count) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(end, count), (int)
                    Math.min(Integer.MAX_VALUE - 16, bytes.length * 2L)));
        }
    }

    void separate() {
        room(1);
        bytes[end++] = separator;
    }

    /// Turns the separator behind the last field into a line end.
    void end() {
        bytes[end - 1] = '\n';
    }

    void plain(byte[] from, int start, int length) {
        room(length);
        System.arraycopy(from, start, bytes, end, length);
        end += length;
    }

    void ascii(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[end++] = (byte) text.charAt(i);
        }
    }

    /// A text, in quotes where it would otherwise be read as something else: when it holds a separator, quote or line
    /// end, and when it is empty or the text of a null.
    void text(byte[] from, int start, int length) {
        boolean asIs = length > 0 && !Arrays.equals(from, start, start + length, nullText, 0, nullText.length);
        for (int i = start; i < start + length && asIs; i++) {
            asIs = !special[from[i] & 0xFF];
        }
        if (asIs) {
            plain(from, start, length);
        } else if (quotes) {
            quoted(from, start, length);
        } else {
            unquoted(from, start, length);
        }
    }

    private void quoted(byte[] from, int start, int length) {
        room(2 * length + 2);
        byte[] to = bytes;
        int at = end;
        to[at++] = quote;
        for (int i = start; i < start + length; i++) {
            byte value = from[i];
            if (value == quote || value == escaper) {
                to[at++] = escaper;
            }
            to[at++] = value;
        }
        to[at++] = quote;
        end = at;
    }

    /// Without quotes an escaper makes line ends and separators text; without one nothing does.
    private void unquoted(byte[] from, int start, int length) {
        room(2 * length);
        for (int i = start; i < start + length; i++) {
            byte value = from[i];
            if (!special[value & 0xFF]) {
                bytes[end++] = value;
                continue;
            }
            if (!escapes) {
                throw new CsvOptionException(
                        "quoteChar",
                        "-1",
                        "a value holds a separator or a line end, which only quotes or an escaper can mark as text. Set"
                                + " quoteChar or escaper, or another separator");
            }
            bytes[end++] = escaper;
            bytes[end++] = value == '\n' ? (byte) 'n' : value == '\r' ? (byte) 'r' : value;
        }
    }

    void integer(long value) {
        room(LONGEST_NUMBER);
        if (value < 0) {
            bytes[end++] = '-';
        }
        digits(value, 1);
    }

    void decimal(long unscaled, int scale) {
        room(LONGEST_NUMBER);
        if (unscaled < 0) {
            bytes[end++] = '-';
        }
        digits(unscaled, scale + 1);
        if (scale > 0) {
            System.arraycopy(bytes, end - scale, bytes, end - scale + 1, scale);
            bytes[end - scale] = '.';
            end++;
        }
    }

    /// At least `least` digits of a number without its sign.
    private void digits(long value, int least) {
        int count = 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            count++;
        }
        count = Math.max(count, least);
        long rest = value;
        for (int i = end + count - 1; i >= end; i--) {
            // Negative remainders: the smallest long has no positive counterpart.
            bytes[i] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        }
        end += count;
    }

    /// `yyyy-MM-dd`.
    void date(long epochDay) {
        room(LONGEST_NUMBER);
        // Hinnant, "chrono-compatible low-level date algorithms".
        long shifted = epochDay + 719_468;
        long era = Math.floorDiv(shifted, 146_097L);
        long dayOfEra = shifted - era * 146_097;
        long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long shiftedMonth = (5 * dayOfYear + 2) / 153;
        long day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1;
        long month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        if (year < 0) {
            bytes[end++] = '-';
        }
        digits(year, 4);
        bytes[end++] = '-';
        digits(month, 2);
        bytes[end++] = '-';
        digits(day, 2);
    }

    /// `yyyy-MM-ddTHH:mm:ss[.SSSSSS]Z`.
    void timestamp(long micros) {
        date(Math.floorDiv(micros, DAY_MICROS));
        room(LONGEST_NUMBER);
        long ofDay = Math.floorMod(micros, DAY_MICROS);
        long seconds = ofDay / 1_000_000;
        bytes[end++] = 'T';
        digits(seconds / 3600, 2);
        bytes[end++] = ':';
        digits(seconds / 60 % 60, 2);
        bytes[end++] = ':';
        digits(seconds % 60, 2);
        if (ofDay % 1_000_000 != 0) {
            bytes[end++] = '.';
            digits(ofDay % 1_000_000, 6);
        }
        bytes[end++] = 'Z';
    }
}
