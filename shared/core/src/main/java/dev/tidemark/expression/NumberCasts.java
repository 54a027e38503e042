package dev.tidemark.expression;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Casts to numbers.
final class NumberCasts {

    private static final int LONGEST_DECIMAL = 1000;

    private NumberCasts() {}

    private static boolean castsToNumber(DataType from) {
        return TypeRules.isNumber(from)
                || from == Primitive.STRING
                || from == Primitive.BOOLEAN
                || from == Primitive.TIMESTAMP;
    }

    static Casts.@Nullable Body toInteger(DataType from, long least, long most) {
        if (!castsToNumber(from)) {
            return null;
        }
        return (in, row, out, _) -> switch (in) {
            case IntVector ints -> append(ints.get(row), least, most, out);
            case LongVector longs -> append(whole(longs, row), least, most, out);
            case FloatVector floats -> append(floats.get(row), least, most, out);
            case DoubleVector doubles -> append(doubles.get(row), least, most, out);
            case BooleanVector booleans -> append(booleans.get(row) ? 1 : 0, least, most, out);
            case BytesVector bytes -> parse(bytes, row, least, most, out);
            case DecimalVector _ -> {
                BigInteger whole = Decimals.get(in, row).toBigInteger();
                yield whole.bitLength() < 64 && append(whole.longValue(), least, most, out);
            }
            default -> throw new IllegalStateException(in.type() + " to a number");
        };
    }

    /// A bigint, the whole part of a decimal, or the second of a timestamp.
    private static long whole(LongVector longs, int row) {
        long value = longs.get(row);
        if (longs.type() instanceof DataType.Decimal decimal) {
            return value / Decimals.power(decimal.scale());
        }
        return longs.type().equals(DataType.TIMESTAMP) ? Math.floorDiv(value, TimeText.MICROS_PER_SECOND) : value;
    }

    private static boolean append(long value, long least, long most, ColumnVector out) {
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

    /// Drops the fraction. The bounds of bigint are doubles that lie just outside or on it.
    private static boolean append(double value, long least, long most, ColumnVector out) {
        boolean fits = Math.floor(value) <= most && Math.ceil(value) >= least;
        return fits && append((long) value, least, most, out);
    }

    /// Digits with an optional sign, blanks around; nothing else, so `1.0` is no integer.
    private static boolean parse(BytesVector in, int row, long least, long most, ColumnVector out) {
        byte[] bytes = in.bytes();
        int at = in.start(row);
        int end = at + in.length(row);
        while (at < end && SparkText.blank(bytes[at])) {
            at++;
        }
        while (end > at && SparkText.blank(bytes[end - 1])) {
            end--;
        }
        boolean negative = at < end && bytes[at] == '-';
        if (at < end && (negative || bytes[at] == '+')) {
            at++;
        }
        if (at == end) {
            return false;
        }
        long value = 0; // negative, because the range below zero is the larger one
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
                return false;
            }
            value = value * 10 - digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            return false;
        }
        return append(negative ? value : -value, least, most, out);
    }

    static Casts.@Nullable Body toDouble(DataType from) {
        if (!castsToNumber(from)) {
            return null;
        }
        return (in, row, out, _) -> {
            if (in instanceof BytesVector bytes) {
                double plain = CanonicalText.number(bytes, row);
                Double value = Double.isNaN(plain) ? parseDouble(bytes.text(row)) : Double.valueOf(plain);
                if (value == null) {
                    return false;
                }
                ((DoubleVector) out).append(value);
            } else {
                ((DoubleVector) out).append(number(in, row));
            }
            return true;
        };
    }

    static Casts.@Nullable Body toFloat(DataType from) {
        if (!castsToNumber(from)) {
            return null;
        }
        return (in, row, out, _) -> {
            FloatVector floats = (FloatVector) out;
            switch (in) {
                case BytesVector bytes -> {
                    String text = bytes.text(row);
                    Double value = parseDouble(text);
                    if (value == null) {
                        return false;
                    }
                    // Not from the double: that would round twice.
                    floats.append(Double.isFinite(value) ? Float.parseFloat(text) : value.floatValue());
                }
                case IntVector ints -> floats.append(ints.get(row));
                case LongVector longs
                when longs.type().equals(DataType.BIGINT) -> floats.append((float) longs.get(row));
                default -> floats.append((float) number(in, row));
            }
            return true;
        };
    }

    private static @Nullable Double parseDouble(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            return switch (SparkText.trimAll(text).toLowerCase(Locale.ROOT)) {
                case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
                case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
                case "nan" -> Double.NaN;
                default -> null;
            };
        }
    }

    /// Any number, boolean or timestamp as double.
    private static double number(ColumnVector in, int row) {
        return switch (in) {
            case IntVector ints -> ints.get(row);
            case LongVector longs when longs.type().equals(DataType.BIGINT) -> longs.get(row);
            case LongVector longs
            when longs.type().equals(DataType.TIMESTAMP) -> longs.get(row) / (double) TimeText.MICROS_PER_SECOND;
            case FloatVector floats -> floats.get(row);
            case DoubleVector doubles -> doubles.get(row);
            case BooleanVector booleans -> booleans.get(row) ? 1 : 0;
            default -> Decimals.get(in, row).doubleValue();
        };
    }

    static Casts.@Nullable Body toDecimal(DataType from) {
        if (!castsToNumber(from)) {
            return null;
        }
        return (in, row, out, _) -> {
            DataType.Decimal type = (DataType.Decimal) out.type();
            if (in instanceof BytesVector bytes && out instanceof LongVector longs) {
                long plain = CanonicalText.unscaled(bytes, row, type);
                if (plain != CanonicalText.NONE) {
                    longs.append(plain);
                    return true;
                }
            }
            BigDecimal value = exact(in, row);
            if (value == null || (long) value.precision() - value.scale() > LONGEST_DECIMAL) {
                return false;
            }
            BigDecimal rounded = (long) value.scale() - value.precision() > LONGEST_DECIMAL
                    ? BigDecimal.ZERO.setScale(type.scale())
                    : value.setScale(type.scale(), RoundingMode.HALF_UP);
            if (rounded.signum() != 0 && rounded.precision() > type.precision()) {
                return false;
            }
            Decimals.append(rounded.unscaledValue(), out);
            return true;
        };
    }

    private static @Nullable BigDecimal exact(ColumnVector in, int row) {
        return switch (in) {
            case IntVector ints -> BigDecimal.valueOf(ints.get(row));
            case LongVector longs when longs.type().equals(DataType.BIGINT) -> BigDecimal.valueOf(longs.get(row));
            case BytesVector bytes -> parseDecimal(SparkText.trimAll(bytes.text(row)));
            case LongVector longs when !longs.type().equals(DataType.TIMESTAMP) -> Decimals.get(longs, row);
            case DecimalVector decimals -> Decimals.get(decimals, row);
            default -> {
                double value = number(in, row);
                yield Double.isFinite(value) ? BigDecimal.valueOf(value) : null;
            }
        };
    }

    private static @Nullable BigDecimal parseDecimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    /// Seconds since the epoch as microseconds, or [TimeText#INVALID].
    static long secondsToMicros(ColumnVector in, int row) {
        if (in instanceof IntVector ints) {
            return ints.get(row) * TimeText.MICROS_PER_SECOND;
        }
        if (in instanceof LongVector longs && longs.type().equals(DataType.BIGINT)) {
            long seconds = longs.get(row);
            long most = Long.MAX_VALUE / TimeText.MICROS_PER_SECOND;
            return seconds > most || seconds < -most ? TimeText.INVALID : seconds * TimeText.MICROS_PER_SECOND;
        }
        if (in instanceof FloatVector || in instanceof DoubleVector) {
            double micros = number(in, row) * TimeText.MICROS_PER_SECOND;
            return Double.isNaN(micros) || Math.abs(micros) >= Long.MAX_VALUE ? TimeText.INVALID : (long) micros;
        }
        BigDecimal micros = Decimals.get(in, row).movePointRight(6);
        BigInteger whole = micros.toBigInteger();
        return whole.bitLength() > 63 ? TimeText.INVALID : whole.longValue();
    }
}
