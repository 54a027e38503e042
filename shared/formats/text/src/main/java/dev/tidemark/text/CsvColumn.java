package dev.tidemark.text;

import dev.tidemark.data.ColumnVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One column of a batch while it is filled from fields that [CsvIndex] found.
abstract class CsvColumn {

    private static final int SHOWN_CHARS = 40;

    private final String name;
    private final ColumnVector vector;
    private final byte @Nullable [] nullText;
    private final CsvOptions options;
    private byte[] scratch = new byte[64];

    CsvColumn(String name, ColumnVector vector, CsvOptions options) {
        this.name = name;
        this.vector = vector;
        this.options = options;
        String nullValue = options.nullValue();
        this.nullText = nullValue == null || nullValue.isEmpty() ? null : options.bytes("nullValue", nullValue);
    }

    /// Takes values that cannot be of the column's type.
    @FunctionalInterface
    interface Wrong {
        void value(int row, String column, String reason);
    }

    final String name() {
        return name;
    }

    final ColumnVector vector() {
        return vector;
    }

    /// Appends the value in `bytes[from..to)`.
    ///
    /// @return false when it is none of the column's type; nothing was appended then
    abstract boolean append(byte[] bytes, int from, int to);

    /// What a value should have been: completes "'x' is not …".
    abstract String expected();

    /// Whether a value so far had digits below the microsecond, which were dropped.
    boolean isFinerThanMicros() {
        return false;
    }

    /// As [#isFinerThanMicros()], and forgets it.
    boolean takeFinerThanMicros() {
        return false;
    }

    /// Whether `""` is a value.
    boolean takesEmpty() {
        return false;
    }

    final boolean isNull(byte[] bytes, int from, int to) {
        if (from == to) {
            return true;
        }
        byte[] text = nullText;
        return text != null && to - from == text.length && Arrays.equals(bytes, from, to, text, 0, text.length);
    }

    /// Appends `rows` values, whose fields are those of `starts` and `ends` from `base` on; null for each wrong
    /// one.
    ///
    /// @param nonAscii whether a byte above 127 may be among them
    void parse(byte[] bytes, int[] starts, int[] ends, int base, int rows, boolean nonAscii, Wrong wrong) {
        for (int row = 0; row < rows; row++) {
            int start = starts[base + row];
            int from = start & CsvIndex.POSITION;
            int to = ends[base + row];
            if ((start & (CsvIndex.QUOTED | CsvIndex.ESCAPED)) == 0) {
                if (isNull(bytes, from, to)) {
                    vector.appendNull();
                } else if (!append(bytes, from, to)) {
                    reject(row, bytes, from, to, wrong);
                }
            } else if ((start & CsvIndex.ESCAPED) == 0) {
                if (!append(bytes, from, to)) {
                    reject(row, bytes, from, to, wrong);
                }
            } else {
                int length = unescaped(bytes, from, to, (start & CsvIndex.QUOTED) != 0);
                if (!append(scratch, 0, length)) {
                    reject(row, scratch, 0, length, wrong);
                }
            }
        }
    }

    final void reject(int row, byte[] bytes, int from, int to, Wrong wrong) {
        vector.appendNull();
        wrong.value(row, name, wrong(bytes, from, to));
    }

    /// What is said of a value that [#append] did not take.
    final String wrong(byte[] bytes, int from, int to) {
        return "'" + shown(bytes, from, to) + "' is not " + expected();
    }

    /// For a message only: what is no text shows as U+FFFD, and the record's own bytes are kept beside it.
    private String shown(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, Math.min(to - from, 4 * SHOWN_CHARS), options.textCharset());
        return text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "…" : text;
    }

    final byte[] scratch() {
        return scratch;
    }

    /// The field's content without its doubled quotes and escapes, in [#scratch()].
    final int unescaped(byte[] bytes, int from, int to, boolean quoted) {
        if (scratch.length < to - from) {
            scratch = new byte[Math.max(to - from, scratch.length * 2)];
        }
        return unescape(bytes, from, to, quoted, options, scratch);
    }

    static int unescape(byte[] bytes, int from, int to, boolean quoted, CsvOptions options, byte[] target) {
        byte quote = options.quote();
        byte escaper = options.escaper();
        int end = 0;
        for (int at = from; at < to; at++) {
            byte value = bytes[at];
            if (options.escapes() && value == escaper && at + 1 < to) {
                value = escaped(bytes[++at]);
            } else if (quoted && value == quote) {
                at++;
            }
            target[end++] = value;
        }
        return end;
    }

    /// Glue's well-known escapes; any other character stands for itself.
    private static byte escaped(byte letter) {
        return switch (letter) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case '0' -> 0;
            default -> letter;
        };
    }
}
