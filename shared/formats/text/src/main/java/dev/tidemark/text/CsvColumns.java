package dev.tidemark.text;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Makes the [CsvColumn] of each type.
final class CsvColumns {

    private CsvColumns() {}

    static CsvColumn of(ColumnSpec spec, CsvOptions options, ZoneId timezone) {
        return of(spec, ColumnVector.of(spec.type()), options, timezone);
    }

    static CsvColumn of(ColumnSpec spec, ColumnVector vector, CsvOptions options, ZoneId timezone) {
        return switch (spec.type()) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN -> new Truth(spec, (BooleanVector) vector, options);
                    case TINYINT -> new Whole(spec, (IntVector) vector, options, Byte.MIN_VALUE, Byte.MAX_VALUE);
                    case SMALLINT -> new Whole(spec, (IntVector) vector, options, Short.MIN_VALUE, Short.MAX_VALUE);
                    case INT -> new Whole(spec, (IntVector) vector, options, Integer.MIN_VALUE, Integer.MAX_VALUE);
                    case BIGINT -> new Big(spec, (LongVector) vector, options);
                    case FLOAT -> new Single(spec, (FloatVector) vector, options);
                    case DOUBLE -> new Real(spec, (DoubleVector) vector, options);
                    case STRING -> new CsvTextColumn(spec.name(), (BytesVector) vector, options);
                    case BINARY -> new Binary(spec, (BytesVector) vector, options);
                    case DATE -> new Day(spec, (IntVector) vector, options, timezone);
                    case TIMESTAMP -> new Moment(spec, (LongVector) vector, options, timezone);
                };
            case DataType.Decimal decimal ->
                decimal.precision() <= LongVector.MAX_DECIMAL_PRECISION
                        ? new Exact(spec, decimal, (LongVector) vector, options)
                        : new WideExact(spec, decimal, (DecimalVector) vector, options);
            case DataType.Array _, DataType.Map _, DataType.Struct _ ->
                throw new CsvColumnException(spec.name(), spec.type());
        };
    }

    private static final class Truth extends CsvColumn {

        private final BooleanVector vector;
        private final List<byte[]> trueTexts = new ArrayList<>();
        private final List<byte[]> falseTexts = new ArrayList<>();
        private final String expected;

        Truth(ColumnSpec spec, BooleanVector vector, CsvOptions options) {
            super(spec.name(), vector, options);
            this.vector = vector;
            boolean standard = spec.trueValues().isEmpty() && spec.falseValues().isEmpty();
            List<String> yes = standard ? List.of("true") : spec.trueValues();
            List<String> no = standard ? List.of("false") : spec.falseValues();
            yes.forEach(text -> trueTexts.add(options.bytes("trueValues of column " + spec.name(), text)));
            no.forEach(text -> falseTexts.add(options.bytes("falseValues of column " + spec.name(), text)));
            this.expected = "one of " + yes + " (true), " + no + " (false)";
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            boolean yes = contains(trueTexts, bytes, from, to);
            if (!yes && !contains(falseTexts, bytes, from, to)) {
                return false;
            }
            vector.append(yes);
            return true;
        }

        private static boolean contains(List<byte[]> texts, byte[] bytes, int from, int to) {
            for (int i = 0; i < texts.size(); i++) {
                if (equalsFolded(texts.get(i), bytes, from, to)) {
                    return true;
                }
            }
            return false;
        }

        /// Equal but for the case of ASCII letters.
        private static boolean equalsFolded(byte[] text, byte[] bytes, int from, int to) {
            if (to - from != text.length) {
                return false;
            }
            for (int i = 0; i < text.length; i++) {
                if (fold(text[i]) != fold(bytes[from + i])) {
                    return false;
                }
            }
            return true;
        }

        private static int fold(byte value) {
            return value >= 'A' && value <= 'Z' ? value + 32 : value;
        }

        @Override
        String expected() {
            return expected;
        }
    }

    /// What columns of numbers have in common.
    private abstract static class Numeric extends CsvColumn {

        final NumberText number;
        private final String expected;

        Numeric(ColumnSpec spec, ColumnVector vector, CsvOptions options) {
            super(spec.name(), vector, options);
            char separator = spec.decimalSeparator();
            this.number = new NumberText(separator);
            this.expected = spec.type() + (separator == '.' ? "" : " with decimalSeparator " + separator);
        }

        @Override
        String expected() {
            return expected;
        }
    }

    private static final class Whole extends Numeric {

        private final IntVector vector;
        private final int least;
        private final int most;

        Whole(ColumnSpec spec, IntVector vector, CsvOptions options, int least, int most) {
            super(spec, vector, options);
            this.vector = vector;
            this.least = least;
            this.most = most;
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            if (!number.integer(bytes, from, to) || number.value() < least || number.value() > most) {
                return false;
            }
            vector.append((int) number.value());
            return true;
        }
    }

    private static final class Big extends Numeric {

        private final LongVector vector;

        Big(ColumnSpec spec, LongVector vector, CsvOptions options) {
            super(spec, vector, options);
            this.vector = vector;
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            if (!number.integer(bytes, from, to)) {
                return false;
            }
            vector.append(number.value());
            return true;
        }
    }

    private static final class Single extends Numeric {

        private final FloatVector vector;

        Single(ColumnSpec spec, FloatVector vector, CsvOptions options) {
            super(spec, vector, options);
            this.vector = vector;
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            if (!number.single(bytes, from, to)) {
                return false;
            }
            vector.append((float) number.real());
            return true;
        }
    }

    private static final class Real extends Numeric {

        private final DoubleVector vector;

        Real(ColumnSpec spec, DoubleVector vector, CsvOptions options) {
            super(spec, vector, options);
            this.vector = vector;
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            if (!number.real(bytes, from, to)) {
                return false;
            }
            vector.append(number.real());
            return true;
        }
    }

    private static final class Exact extends Numeric {

        private final LongVector vector;
        private final DataType.Decimal type;

        Exact(ColumnSpec spec, DataType.Decimal type, LongVector vector, CsvOptions options) {
            super(spec, vector, options);
            this.vector = vector;
            this.type = type;
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            if (!number.decimal(bytes, from, to, type.precision(), type.scale())) {
                return false;
            }
            vector.append(number.value());
            return true;
        }
    }

    private static final class WideExact extends Numeric {

        private final DecimalVector vector;
        private final DataType.Decimal type;

        WideExact(ColumnSpec spec, DataType.Decimal type, DecimalVector vector, CsvOptions options) {
            super(spec, vector, options);
            this.vector = vector;
            this.type = type;
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            if (!number.wideDecimal(bytes, from, to, type.precision(), type.scale())) {
                return false;
            }
            vector.append(number.big());
            return true;
        }
    }

    private static TimeText time(ColumnSpec spec, ZoneId timezone) {
        ZoneId zone = spec.zone();
        try {
            return new TimeText(spec.format(), zone == null ? timezone : zone);
        } catch (IllegalArgumentException wrong) {
            CsvOptionException known = new CsvOptionException(
                    "format of column " + spec.name(),
                    String.valueOf(spec.format()),
                    "it is no pattern of dates (" + wrong.getMessage() + "). An example is dd.MM.yyyy HH:mm");
            known.initCause(wrong);
            throw known;
        }
    }

    private static String time(ColumnSpec spec) {
        String format = spec.format();
        return format == null ? "an ISO 8601 " + spec.type() : "a " + spec.type() + " of format " + format;
    }

    private static final class Day extends CsvColumn {

        private final IntVector vector;
        private final TimeText time;
        private final String expected;

        Day(ColumnSpec spec, IntVector vector, CsvOptions options, ZoneId timezone) {
            super(spec.name(), vector, options);
            this.vector = vector;
            this.time = time(spec, timezone);
            this.expected = time(spec);
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            if (!time.date(bytes, from, to) || (int) time.value() != time.value()) {
                return false;
            }
            vector.append((int) time.value());
            return true;
        }

        @Override
        String expected() {
            return expected;
        }
    }

    private static final class Moment extends CsvColumn {

        private final LongVector vector;
        private final TimeText time;
        private final String expected;
        private boolean finer;

        Moment(ColumnSpec spec, LongVector vector, CsvOptions options, ZoneId timezone) {
            super(spec.name(), vector, options);
            this.vector = vector;
            this.time = time(spec, timezone);
            this.expected = time(spec);
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            if (!time.timestamp(bytes, from, to)) {
                return false;
            }
            finer |= time.isFinerThanMicros();
            vector.append(time.value());
            return true;
        }

        @Override
        boolean isFinerThanMicros() {
            return finer;
        }

        @Override
        boolean takeFinerThanMicros() {
            boolean seen = finer;
            finer = false;
            return seen;
        }

        @Override
        String expected() {
            return expected;
        }
    }

    private static final class Binary extends CsvColumn {

        private final BytesVector vector;

        Binary(ColumnSpec spec, BytesVector vector, CsvOptions options) {
            super(spec.name(), vector, options);
            this.vector = vector;
        }

        @Override
        boolean append(byte[] bytes, int from, int to) {
            try {
                vector.append(
                        Base64.getDecoder().decode(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1)));
                return true;
            } catch (IllegalArgumentException notBase64) {
                return false;
            }
        }

        @Override
        String expected() {
            return "base64 (which is what binary is in CSV)";
        }
    }
}
