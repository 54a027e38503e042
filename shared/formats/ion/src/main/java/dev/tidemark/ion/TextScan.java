package dev.tidemark.ion;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds the ends of comments, texts and brackets in Ion text. Each method takes the place of the first byte and
/// answers the place behind the last.
final class TextScan {

    /// More digits in one number would take minutes to read.
    private static final int MOST_DIGITS = 10_000;

    private final IonBytes bytes;
    private byte[] closers = new byte[32];
    private int depth;
    private int digits;
    private long start;
    private @Nullable String problem;

    TextScan(IonBytes bytes) {
        this.bytes = bytes;
    }

    /// A value begins at `place`.
    void begin(long place) {
        start = place;
        problem = null;
        digits = 0;
    }

    /// Why the value must not be looked into, or null.
    @Nullable
    String problem() {
        return problem;
    }

    static boolean startsSymbol(int value) {
        return (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z') || value == '_' || value == '$';
    }

    private static boolean isDigit(int value) {
        return value >= '0' && value <= '9';
    }

    /// Whitespace and comments.
    long blank(long from, long to) throws IOException {
        long at = from;
        while (at < to) {
            int value = bytes.at(at);
            if (value == ' ' || (value >= '\t' && value <= '\r')) {
                at++;
            } else if (value == '/' && (bytes.at(at + 1) == '/' || bytes.at(at + 1) == '*')) {
                at = comment(at);
            } else {
                return at;
            }
        }
        return at;
    }

    private long comment(long from) throws IOException {
        boolean line = bytes.at(from + 1) == '/';
        long at = from + 2;
        while (true) {
            int value = bytes.at(at);
            if (value < 0) {
                if (line) {
                    return at;
                }
                throw new Unclosed(from, "a comment has no end");
            }
            if (line && value == '\n') {
                return at + 1;
            }
            if (!line && value == '*' && bytes.at(at + 1) == '/') {
                return at + 2;
            }
            at++;
            limit(at);
        }
    }

    private void limit(long at) {
        if (at - start > Slices.MAX_RECORD_BYTES) {
            throw new Unclosed(
                    at,
                    "it has more than " + (Slices.MAX_RECORD_BYTES >> 20) + " MB, the most that one value may have");
        }
    }

    boolean isLongQuote(long at) throws IOException {
        return bytes.at(at) == '\'' && bytes.at(at + 1) == '\'' && bytes.at(at + 2) == '\'';
    }

    /// A text in single characters `quote`, which ends on its line.
    long quoted(long from, int quote) throws IOException {
        long at = from + 1;
        while (true) {
            int value = bytes.at(at);
            if (value < 0 || value == '\n') {
                throw new Unclosed(at, "the quote at byte " + from + " is not closed on its line");
            }
            if (value == quote) {
                return at + 1;
            }
            at += value == '\\' ? 2 : 1;
            limit(at);
        }
    }

    private long longQuoted(long from) throws IOException {
        long at = from + 3;
        while (!isLongQuote(at)) {
            int value = bytes.at(at);
            if (value < 0) {
                throw new Unclosed(at, "the text that begins at byte " + from + " is not closed");
            }
            at += value == '\\' ? 2 : 1;
            limit(at);
        }
        return at + 3;
    }

    private long quotedAny(long from) throws IOException {
        if (isLongQuote(from)) {
            return longQuoted(from);
        }
        return quoted(from, bytes.at(from));
    }

    /// A name, number or time.
    long token(long from) throws IOException {
        long at = from;
        while (true) {
            int value = bytes.at(at);
            boolean inside = startsSymbol(value)
                    || isDigit(value)
                    || value == '.'
                    || value == '+'
                    || value == '-'
                    || (value == ':' && isDigit(bytes.at(from)));
            if (!inside) {
                return at;
            }
            at++;
            limit(at);
        }
    }

    /// A value that is neither a struct nor a symbol.
    long other(long from) throws IOException {
        int first = bytes.at(from);
        if (first == '"' || first == '\'') {
            return quotedAny(from);
        }
        if (first == '[' || first == '(') {
            return container(from);
        }
        if (first == '{') {
            return lob(from);
        }
        if (isDigit(first) || first == '-' || first == '+') {
            return token(from);
        }
        throw new Unclosed(
                from,
                first < 0 ? "the object ends where a value is expected" : "%02X begins no Ion value".formatted(first));
    }

    /// `{{` to `}}`.
    private long lob(long from) throws IOException {
        long at = from + 2;
        while (true) {
            int value = bytes.at(at);
            if (value < 0) {
                throw new Unclosed(at, "the {{ at byte " + from + " is not closed");
            }
            if (value == '}' && bytes.at(at + 1) == '}') {
                return at + 2;
            }
            at = value == '"' || value == '\'' ? quotedAny(at) : at + 1;
            limit(at);
        }
    }

    /// From an opening bracket to its closing one.
    long container(long from) throws IOException {
        depth = 0;
        long at = from;
        do {
            int value = bytes.at(at);
            digits = isDigit(value) || value == '_' ? digits + 1 : 0;
            if (digits > MOST_DIGITS) {
                problem = "a number of more than 10,000 digits";
            }
            at = switch (value) {
                case -1 -> throw new Unclosed(at, "the object ends before it is closed");
                case '"', '\'' -> quotedAny(at);
                case '/' -> bytes.at(at + 1) == '/' || bytes.at(at + 1) == '*' ? comment(at) : at + 1;
                case '[' -> open(at, ']');
                case '(' -> open(at, ')');
                case '{' -> bytes.at(at + 1) == '{' ? lob(at) : open(at, '}');
                case ']', ')', '}' -> close(at, value);
                default -> at + 1;
            };
            limit(at);
        } while (depth > 0);
        return at;
    }

    private long open(long at, int closer) {
        if (depth == closers.length) {
            closers = Arrays.copyOf(closers, depth * 2);
        }
        closers[depth++] = (byte) closer;
        if (depth > Slices.MAX_DEPTH) {
            problem = "values nest deeper than " + Slices.MAX_DEPTH + ", the most that is read";
        }
        return at + 1;
    }

    private long close(long at, int closer) {
        int expected = closers[--depth];
        if (expected != closer) {
            throw new Unclosed(at, "'" + (char) closer + "' stands where '" + (char) expected + "' is expected");
        }
        return at + 1;
    }

    /// The value's end cannot be found.
    static final class Unclosed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final long place;

        Unclosed(long place, String reason) {
            super(reason);
            this.place = place;
        }

        long place() {
            return place;
        }
    }
}
