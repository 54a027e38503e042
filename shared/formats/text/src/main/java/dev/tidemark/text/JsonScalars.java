package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Columns of single values. What fits what is Spark's rule, except that nothing becomes null for not fitting.
final class JsonScalars {

    private static final String NO_UTF_8 =
            "half of a surrogate pair (\\ud800 to \\udfff) stands alone, which no UTF-8 text can hold";

    private JsonScalars() {}

    static boolean takeText(JsonCursor cursor, JsonToken token, String path) throws IOException {
        if (cursor.text(token)) {
            return true;
        }
        cursor.problem(path, NO_UTF_8);
        return false;
    }

    /// `true` and `false`; with `trueValues` or `falseValues` also texts and numbers.
    static final class Booleans extends JsonColumn<BooleanVector> {
        private final Set<String> trueValues;
        private final Set<String> falseValues;

        Booleans(String path, BooleanVector vector, ColumnSpec spec) {
            super(path, vector);
            this.trueValues = new HashSet<>(spec.trueValues());
            this.falseValues = new HashSet<>(spec.falseValues());
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
                vector.append(token == JsonToken.VALUE_TRUE);
                return;
            }
            boolean spelled = !trueValues.isEmpty() || !falseValues.isEmpty();
            if (spelled && token.isScalarValue() && takeText(cursor, token, path)) {
                Boolean value = spelled(cursor.textString());
                if (value != null) {
                    vector.append(value);
                    return;
                }
            }
            cursor.mismatch(
                    path,
                    token,
                    spelled
                            ? "true, false or one of trueValues and falseValues is expected"
                            : "true or false is expected; set trueValues for other spellings");
        }

        /// With one list only, every other text is the other value.
        private @Nullable Boolean spelled(String text) {
            if (trueValues.contains(text)) {
                return true;
            }
            if (falseValues.contains(text) || falseValues.isEmpty()) {
                return false;
            }
            return trueValues.isEmpty() ? true : null;
        }
    }

    /// `tinyint`, `smallint`, `int`.
    static final class Ints extends JsonColumn<IntVector> {
        private final int lowest;
        private final int highest;

        Ints(String path, IntVector vector) {
            super(path, vector);
            boolean tiny = vector.type().equals(DataType.TINYINT);
            boolean small = vector.type().equals(DataType.SMALLINT);
            this.lowest = tiny ? Byte.MIN_VALUE : small ? Short.MIN_VALUE : Integer.MIN_VALUE;
            this.highest = tiny ? Byte.MAX_VALUE : small ? Short.MAX_VALUE : Integer.MAX_VALUE;
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token != JsonToken.VALUE_NUMBER_INT) {
                cursor.mismatch(path, token, wholeExpected(vector.type()));
                return;
            }
            cursor.number();
            if (cursor.parseInteger() && cursor.integer() >= lowest && cursor.integer() <= highest) {
                vector.append((int) cursor.integer());
            } else {
                cursor.problem(
                        path,
                        "a whole number beyond " + vector.type() + " (" + lowest + " to " + highest
                                + "); declare the column as bigint or decimal(38,0)");
            }
        }
    }

    private static String wholeExpected(DataType type) {
        return type + " is expected; only numbers without fraction and quotes are; declare the column as it is in the"
                + " data (double, decimal, string) and cast it";
    }

    /// `bigint`.
    static final class Longs extends JsonColumn<LongVector> {

        Longs(String path, LongVector vector) {
            super(path, vector);
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token != JsonToken.VALUE_NUMBER_INT) {
                cursor.mismatch(path, token, wholeExpected(DataType.BIGINT));
                return;
            }
            cursor.number();
            if (cursor.parseInteger()) {
                vector.append(cursor.integer());
            } else {
                cursor.problem(path, "a whole number beyond bigint (64 bits); declare the column as decimal(38,0)");
            }
        }
    }

    /// `double`: numbers, and the texts that writers use for what JSON has no number for.
    static final class Doubles extends JsonColumn<DoubleVector> {
        private final NumberText number = new NumberText('.');

        Doubles(String path, DoubleVector vector) {
            super(path, vector);
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token.isNumeric()) {
                cursor.number();
                int from = cursor.textStart();
                if (number.real(cursor.textBytes(), from, from + cursor.textLength())) {
                    vector.append(number.real());
                } else {
                    cursor.problem(path, "a number beyond double; declare the column as decimal or string");
                }
                return;
            }
            Double named = token == JsonToken.VALUE_STRING && takeText(cursor, token, path)
                    ? JsonNumbers.nonFinite(cursor.textString())
                    : null;
            if (named == null) {
                cursor.mismatch(path, token, "double is expected; declare the column as string and cast it");
            } else {
                vector.append(named);
            }
        }
    }

    /// `float`.
    static final class Floats extends JsonColumn<FloatVector> {
        private final NumberText number = new NumberText('.');

        Floats(String path, FloatVector vector) {
            super(path, vector);
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token.isNumeric()) {
                cursor.number();
                int from = cursor.textStart();
                if (number.single(cursor.textBytes(), from, from + cursor.textLength())) {
                    vector.append((float) number.real());
                } else {
                    cursor.problem(path, "a number beyond float; declare the column as double");
                }
                return;
            }
            Double named = token == JsonToken.VALUE_STRING && takeText(cursor, token, path)
                    ? JsonNumbers.nonFinite(cursor.textString())
                    : null;
            if (named == null) {
                cursor.mismatch(path, token, "float is expected; declare the column as string and cast it");
            } else {
                vector.append(named.floatValue());
            }
        }
    }

    /// `string`: a text, the characters of another scalar, the JSON text of an object or array.
    static final class Texts extends JsonColumn<BytesVector> {

        Texts(String path, BytesVector vector) {
            super(path, vector);
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token.isStructStart()) {
                cursor.nestedText();
            } else if (!takeText(cursor, token, path)) {
                return;
            }
            vector.append(cursor.textBytes(), cursor.textStart(), cursor.textLength());
        }
    }

    /// `binary`: base64 (RFC 4648, with or without padding).
    static final class Binaries extends JsonColumn<BytesVector> {

        Binaries(String path, BytesVector vector) {
            super(path, vector);
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token != JsonToken.VALUE_STRING) {
                cursor.mismatch(path, token, "a base64 text is expected");
                return;
            }
            if (!takeText(cursor, token, path)) {
                return;
            }
            try {
                ByteBuffer decoded = Base64.getDecoder()
                        .decode(ByteBuffer.wrap(cursor.textBytes(), cursor.textStart(), cursor.textLength()));
                vector.append(decoded.array(), 0, decoded.remaining());
            } catch (IllegalArgumentException notBase64) {
                cursor.problem(path, "a text that is no base64; declare the column as string");
            }
        }
    }

    /// `date`.
    static final class Dates extends JsonColumn<IntVector> {
        private final JsonTimes times;

        Dates(String path, IntVector vector, JsonTimes times) {
            super(path, vector);
            this.times = times;
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (!times.takes(token)) {
                cursor.mismatch(path, token, times.expected(DataType.DATE));
            } else if (takeText(cursor, token, path)) {
                if (times.date(cursor)) {
                    vector.append((int) times.value());
                } else {
                    cursor.problem(path, "a value that is no date: " + times.expected(DataType.DATE));
                }
            }
        }
    }

    /// `timestamp`.
    static final class Timestamps extends JsonColumn<LongVector> {
        private final JsonTimes times;

        Timestamps(String path, LongVector vector, JsonTimes times) {
            super(path, vector);
            this.times = times;
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (!times.takes(token)) {
                cursor.mismatch(path, token, times.expected(DataType.TIMESTAMP));
            } else if (takeText(cursor, token, path)) {
                if (times.timestamp(cursor)) {
                    vector.append(times.value());
                    if (times.isFinerThanMicros()) {
                        cursor.notices().finer(path);
                    }
                } else {
                    cursor.problem(path, "a value that is no timestamp: " + times.expected(DataType.TIMESTAMP));
                }
            }
        }
    }
}
