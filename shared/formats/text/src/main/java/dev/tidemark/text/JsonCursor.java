package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import dev.tidemark.text.window.RecordWindow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The parser's current token and its bytes, and what is wrong with the current record.
///
/// The parser decides what is JSON; values are taken from the buffer's bytes, so that no text or number becomes an
/// object on the way to its column.
final class JsonCursor {

    private final JsonBytes bytes;
    private final RecordWindow window;
    private final JsonSettings.DuplicateKeys keys;
    private @Nullable ParserBase parser;
    private @Nullable String problem;
    private @Nullable String problemColumn;
    private final JsonNotices notices;
    private byte[] scratch = new byte[64];
    /// Bytes of the current scalar, set by [#text(JsonToken)] and [#number()].
    private byte[] text = scratch;
    private int start;
    private int length;
    private long integer;

    JsonCursor(JsonBytes bytes, JsonSettings.DuplicateKeys keys, JsonNotices notices) {
        this.bytes = bytes;
        this.window = bytes.window();
        this.keys = keys;
        this.notices = notices;
    }

    void parser(ParserBase newParser) {
        this.parser = newParser;
    }

    ParserBase parser() {
        ParserBase current = parser;
        if (current == null) {
            throw new IllegalStateException("no parser");
        }
        return current;
    }

    JsonSettings.DuplicateKeys keys() {
        return keys;
    }

    JsonNotices notices() {
        return notices;
    }

    /// Position of the current token's first byte; of a closing bracket, its own.
    long tokenStart() {
        return bytes.shift() + parser().getTokenCharacterOffset() - 1;
    }

    /// Marks the current record as bad; the first problem of a record is the one that is told.
    ///
    /// @param column path of the column, or null for the record as a whole
    void problem(@Nullable String column, String reason) {
        if (problem == null) {
            problem = reason;
            problemColumn = column;
        }
    }

    /// The value does not fit the column. Leaves the parser at the value's end.
    void mismatch(String column, JsonToken token, String expected) throws IOException {
        problem(column, kind(token) + " where " + expected);
        parser().skipChildren();
    }

    @Nullable
    String problem() {
        return problem;
    }

    @Nullable
    String problemColumn() {
        return problemColumn;
    }

    void forgetProblem() {
        notices.forget();
        problem = null;
        problemColumn = null;
    }

    private static String kind(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a number with a fraction or an exponent";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT -> "no value";
        };
    }

    byte[] textBytes() {
        return text;
    }

    int textStart() {
        return start;
    }

    int textLength() {
        return length;
    }

    String textString() {
        return new String(text, start, length, StandardCharsets.UTF_8);
    }

    /// Takes the bytes of the current scalar: the content of a text, the characters of a number, `true`, `false`.
    ///
    /// @return false when the text cannot be UTF-8; the caller has [#problem] say so
    boolean text(JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            return string();
        }
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            number();
            return true;
        }
        text = window.array();
        start = window.index(tokenStart());
        length = token == JsonToken.VALUE_FALSE ? 5 : 4;
        return true;
    }

    private boolean string() throws IOException {
        long begin = tokenStart() + 1;
        long at = begin;
        int end = JsonStrings.closingQuote(window.array(), window.index(at), bytes.bound());
        while (end < 0) {
            at = window.base() + ~end;
            if (!bytes.extend()) {
                // The parser will say so when it is asked for the next token.
                length = 0;
                return true;
            }
            end = JsonStrings.closingQuote(window.array(), window.index(at), bytes.bound());
        }
        text = window.array();
        start = window.index(begin);
        length = end - start;
        int escape = JsonStrings.firstEscape(text, start, end);
        if (escape == end) {
            return true;
        }
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, scratch.length * 2)];
        }
        int decoded = JsonStrings.decode(text, start, end, scratch);
        text = scratch;
        start = 0;
        length = Math.max(decoded, 0);
        return decoded >= 0;
    }

    /// Takes the bytes of the current number.
    void number() {
        text = window.array();
        start = window.index(tokenStart());
        int limit = window.limit();
        int end = start;
        while (end < limit && isOfNumber(text[end])) {
            end++;
        }
        length = end - start;
    }

    private static boolean isOfNumber(byte value) {
        return (value >= '0' && value <= '9')
                || value == '-'
                || value == '.'
                || value == 'e'
                || value == 'E'
                || value == '+';
    }

    /// Reads the taken bytes as a whole number of at most 64 bits into [#integer()].
    boolean parseInteger() {
        int at = start;
        int end = start + length;
        boolean negative = at < end && text[at] == '-';
        if (negative) {
            at++;
        }
        if (at == end) {
            return false;
        }
        // Negative, as its range is the wider one.
        long value = 0;
        for (; at < end; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
                return false;
            }
            value = value * 10 - digit;
            if (value > 0) {
                return false;
            }
        }
        if (!negative && value == Long.MIN_VALUE) {
            return false;
        }
        integer = negative ? value : -value;
        return true;
    }

    long integer() {
        return integer;
    }

    /// The current object or array as JSON text without blanks outside of texts. Leaves the parser at its end.
    void nestedText() throws IOException {
        long from = tokenStart();
        parser().skipChildren();
        long to = tokenStart() + 1;
        byte[] all = window.array();
        int rawLength = (int) (to - from);
        if (scratch.length < rawLength) {
            scratch = Arrays.copyOf(scratch, Math.max(rawLength, scratch.length * 2));
        }
        text = scratch;
        start = 0;
        length = JsonStrings.compact(all, window.index(from), window.index(to), scratch);
    }
}
