package dev.tidemark.reading;

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
import dev.tidemark.expression.ValueCast;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Single values of one type as values of another.
///
/// Numbers keep their value (a `double` of 2.5 is no `int`), but that `float` and `double` are the nearest
/// ones.
///
/// @param spec how texts and counts of the column are to be understood
/// @param zone of texts that name none
record Scalars(ColumnSpec spec, ZoneId zone) {

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    /// Appends the value and answers true, or appends nothing.
    @FunctionalInterface
    interface Exact {
        boolean append(ColumnVector in, int row, ColumnVector out);
    }

    /// Null when no value of the one type is ever read as the other.
    @Nullable
    Exact exact(DataType from, DataType to) {
        Exact any = anyTime(from, to);
        if (any == null || !(to.equals(DataType.DATE) || to.equals(DataType.TIMESTAMP))) {
            return any;
        }
        return (in, row, out) -> {
            int before = out.size();
            if (!any.append(in, row, out)) {
                return false;
            }
            boolean holds = out instanceof IntVector days
                    ? TimeRange.holdsDay(days.get(before))
                    : TimeRange.holdsMicros(((LongVector) out).get(before));
            if (!holds) {
                out.truncate(before);
            }
            return holds;
        };
    }

    private @Nullable Exact anyTime(DataType from, DataType to) {
        if (from.equals(DataType.STRING)) {
            return text(to);
        }
        if (to.equals(DataType.STRING)) {
            return from.equals(DataType.BINARY)
                    ? Scalars::utf8
                    : (in, row, out) -> {
                        ((BytesVector) out).append(text(in, row, zone));
                        return true;
                    };
        }
        if (isNumber(from) && isNumber(to)) {
            return number(to);
        }
        if (from.equals(DataType.DATE) && to.equals(DataType.TIMESTAMP)) {
            return cast(from, to);
        }
        String format = spec.format();
        if (isInteger(from) && format != null && format.startsWith("epoch_")) {
            return to.equals(DataType.TIMESTAMP) || to.equals(DataType.DATE) ? count(format, to) : null;
        }
        return null;
    }

    private @Nullable Exact cast(DataType from, DataType to) {
        Optional<ValueCast> cast = ValueCast.of(from, to, zone);
        return cast.isEmpty() ? null : cast.get()::append;
    }

    private @Nullable Exact text(DataType to) {
        String format = spec.format();
        boolean time = to.equals(DataType.TIMESTAMP) || to.equals(DataType.DATE);
        if (time && format != null && !format.startsWith("epoch_")) {
            return ValueCast.times(format, to, zone)::append;
        }
        if (to.equals(DataType.BOOLEAN)
                && !(spec.trueValues().isEmpty() && spec.falseValues().isEmpty())) {
            return this::spelled;
        }
        if (isNumber(to) && spec.decimalSeparator() != '.') {
            Exact cast = cast(DataType.STRING, to);
            return cast == null
                    ? null
                    : (in, row, out) -> {
                        BytesVector plain = new BytesVector(DataType.Primitive.STRING);
                        plain.append(
                                ((BytesVector) in).text(row).replace(".", "").replace(spec.decimalSeparator(), '.'));
                        return cast.append(plain, 0, out);
                    };
        }
        return cast(DataType.STRING, to);
    }

    /// With one list only, every other text is the other value.
    private boolean spelled(ColumnVector in, int row, ColumnVector out) {
        String text = ((BytesVector) in).text(row);
        boolean isTrue = spec.trueValues().contains(text);
        boolean isFalse = spec.falseValues().contains(text);
        if (!isTrue
                && !isFalse
                && !spec.trueValues().isEmpty()
                && !spec.falseValues().isEmpty()) {
            return false;
        }
        ((BooleanVector) out).append(spec.trueValues().isEmpty() ? !isFalse : isTrue);
        return true;
    }

    private static boolean utf8(ColumnVector in, int row, ColumnVector out) {
        BytesVector bytes = (BytesVector) in;
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.bytes(), bytes.start(row), bytes.length(row)));
        } catch (CharacterCodingException noText) {
            return false;
        }
        ((BytesVector) out).append(bytes.bytes(), bytes.start(row), bytes.length(row));
        return true;
    }

    private static @Nullable Exact number(DataType to) {
        return switch (to) {
            case DataType.Decimal decimal -> (in, row, out) -> decimal(exactly(in, row), decimal, out);
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case TINYINT -> (in, row, out) -> integer(in, row, Byte.MIN_VALUE, Byte.MAX_VALUE, out);
                    case SMALLINT -> (in, row, out) -> integer(in, row, Short.MIN_VALUE, Short.MAX_VALUE, out);
                    case INT -> (in, row, out) -> integer(in, row, Integer.MIN_VALUE, Integer.MAX_VALUE, out);
                    case BIGINT -> (in, row, out) -> integer(in, row, Long.MIN_VALUE, Long.MAX_VALUE, out);
                    case FLOAT -> Scalars::toFloat;
                    case DOUBLE -> Scalars::toDouble;
                    case BOOLEAN, STRING, BINARY, DATE, TIMESTAMP -> null;
                };
            case DataType.Array _, DataType.Map _, DataType.Struct _ -> null;
        };
    }

    private static boolean toDouble(ColumnVector in, int row, ColumnVector out) {
        double value = switch (in) {
            case FloatVector floats -> floats.get(row);
            case IntVector ints -> ints.get(row);
            case LongVector longs when longs.type().equals(DataType.BIGINT) -> longs.get(row);
            default -> {
                BigDecimal exact = exactly(in, row);
                yield exact == null ? Double.NaN : exact.doubleValue();
            }
        };
        ((DoubleVector) out).append(value);
        return true;
    }

    /// A finite number never becomes infinite.
    private static boolean toFloat(ColumnVector in, int row, ColumnVector out) {
        float value;
        if (in instanceof DoubleVector doubles) {
            value = (float) doubles.get(row);
            if (Float.isInfinite(value) && Double.isFinite(doubles.get(row))) {
                return false;
            }
        } else {
            BigDecimal exact = exactly(in, row);
            value = exact == null ? Float.NaN : exact.floatValue();
        }
        ((FloatVector) out).append(value);
        return true;
    }

    private static boolean integer(ColumnVector in, int row, long least, long most, ColumnVector out) {
        long value;
        if (in instanceof IntVector ints) {
            value = ints.get(row);
        } else if (in instanceof LongVector longs && longs.type().equals(DataType.BIGINT)) {
            value = longs.get(row);
        } else {
            BigInteger whole = whole(exactly(in, row));
            if (whole == null || whole.bitLength() > 63) {
                return false;
            }
            value = whole.longValue();
        }
        if (value < least || value > most) {
            return false;
        }
        if (out instanceof IntVector ints) {
            ints.append((int) value);
        } else {
            ((LongVector) out).append(value);
        }
        return true;
    }

    private static @Nullable BigInteger whole(@Nullable BigDecimal value) {
        if (value == null || value.signum() == 0) {
            return value == null ? null : BigInteger.ZERO;
        }
        BigDecimal plain = value.stripTrailingZeros();
        return plain.scale() > 0 || plain.precision() - plain.scale() > 38 ? null : plain.toBigIntegerExact();
    }

    private static boolean decimal(@Nullable BigDecimal value, DataType.Decimal type, ColumnVector out) {
        if (value == null) {
            return false;
        }
        // Zero has no digit in front of its point: it fits decimal(5,5).
        BigDecimal plain =
                value.signum() == 0 ? new BigDecimal(BigInteger.ZERO, type.scale()) : value.stripTrailingZeros();
        if (plain.signum() != 0 && plain.precision() - plain.scale() > type.precision() - type.scale()) {
            return false;
        }
        if (plain.scale() > type.scale()) {
            return false;
        }
        BigInteger unscaled = plain.setScale(type.scale()).unscaledValue();
        if (out instanceof LongVector longs) {
            longs.append(unscaled.longValueExact());
        } else {
            ((DecimalVector) out).append(unscaled);
        }
        return true;
    }

    /// The number with all its digits, those of a `double` being the shortest that name it; null for what is
    /// none.
    private static @Nullable BigDecimal exactly(ColumnVector in, int row) {
        return switch (in) {
            case IntVector ints -> BigDecimal.valueOf(ints.get(row));
            case LongVector longs ->
                BigDecimal.valueOf(
                        longs.get(row), longs.type() instanceof DataType.Decimal decimal ? decimal.scale() : 0);
            case DecimalVector decimals ->
                new BigDecimal(decimals.get(row), ((DataType.Decimal) decimals.type()).scale());
            case FloatVector floats ->
                Float.isFinite(floats.get(row)) ? new BigDecimal(Float.toString(floats.get(row))) : null;
            case DoubleVector doubles ->
                Double.isFinite(doubles.get(row)) ? new BigDecimal(Double.toString(doubles.get(row))) : null;
            default -> throw new IllegalStateException(in.type() + " is no number");
        };
    }

    private static Exact count(String format, DataType to) {
        long micros = switch (format) {
            case "epoch_seconds" -> 1_000_000;
            case "epoch_millis" -> 1_000;
            default -> 1;
        };
        return (in, row, out) -> {
            long value = in instanceof IntVector ints ? ints.get(row) : ((LongVector) in).get(row);
            long instant = value * micros;
            if (Math.multiplyHigh(value, micros) != instant >> 63) {
                return false;
            }
            if (to.equals(DataType.DATE)) {
                ((IntVector) out).append((int) Math.floorDiv(instant, MICROS_PER_DAY));
            } else {
                ((LongVector) out).append(instant);
            }
            return true;
        };
    }

    /// The value as CAST to string writes it; bytes as base64.
    static String text(ColumnVector in, int row, ZoneId zone) {
        if (in.type().equals(DataType.BINARY)) {
            return Base64.getEncoder().encodeToString(((BytesVector) in).get(row));
        }
        BytesVector text = new BytesVector(DataType.Primitive.STRING);
        if (in.type().equals(DataType.STRING)) {
            return "'" + ((BytesVector) in).text(row) + "'";
        }
        ValueCast.of(in.type(), DataType.STRING, zone).orElseThrow().append(in, row, text);
        return text.text(0);
    }

    static boolean isInteger(DataType type) {
        return type.equals(DataType.TINYINT)
                || type.equals(DataType.SMALLINT)
                || type.equals(DataType.INT)
                || type.equals(DataType.BIGINT);
    }

    private static boolean isNumber(DataType type) {
        return isInteger(type)
                || type.equals(DataType.FLOAT)
                || type.equals(DataType.DOUBLE)
                || type instanceof DataType.Decimal;
    }
}
