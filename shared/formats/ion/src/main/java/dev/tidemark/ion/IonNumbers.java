package dev.tidemark.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// Columns of numbers: ints, decimals and floats are taken when they are the same number in the column's type.
final class IonNumbers {

    private static final int INT64_BITS = 63;
    private static final int MOST_DIGITS = 38;
    private static final int MOST_BITS = 4096;

    private IonNumbers() {}

    private static boolean isNumber(IonType type) {
        return type == IonType.INT || type == IonType.DECIMAL || type == IonType.FLOAT;
    }

    /// The number with all its digits, those of a float being the shortest that name it; null for what is none and
    /// for what no column can hold.
    private static @Nullable BigDecimal exactly(IonReader reader, IonType type) {
        BigDecimal value;
        if (type == IonType.FLOAT) {
            double real = reader.doubleValue();
            if (!Double.isFinite(real)) {
                return null;
            }
            value = new BigDecimal(Double.toString(real));
        } else {
            value = type == IonType.INT ? new BigDecimal(reader.bigIntegerValue()) : reader.bigDecimalValue();
        }
        if (value.signum() == 0) {
            return BigDecimal.ZERO;
        }
        return value.unscaledValue().bitLength() > MOST_BITS ? null : value.stripTrailingZeros();
    }

    private static @Nullable BigInteger whole(@Nullable BigDecimal value) {
        if (value == null || value.scale() > 0 || value.precision() - (long) value.scale() > MOST_DIGITS) {
            return null;
        }
        return value.toBigIntegerExact();
    }

    /// Numbers without a fraction between two bounds.
    abstract static class Whole<V extends ColumnVector> extends IonColumn<V> {
        private final long least;
        private final long most;
        private final IonTextCast cast;

        Whole(String path, V vector, long least, long most, IonTextCast cast) {
            super(path, vector);
            this.least = least;
            this.most = most;
            this.cast = cast;
        }

        abstract void append(long value);

        @Override
        final void readValue(IonRow row, IonType type) {
            if (!isNumber(type)) {
                cast.read(row, type, vector);
                return;
            }
            IonReader reader = row.reader();
            if (type == IonType.INT) {
                switch (reader.getIntegerSize()) {
                    case INT, LONG -> {
                        bounded(row, reader.longValue());
                        return;
                    }
                    case BIG_INTEGER -> {}
                }
            }
            BigInteger value = whole(exactly(reader, type));
            if (value == null || value.bitLength() > INT64_BITS) {
                outside(row);
            } else {
                bounded(row, value.longValue());
            }
        }

        private void bounded(IonRow row, long value) {
            if (value < least || value > most) {
                outside(row);
            } else {
                append(value);
            }
        }

        private void outside(IonRow row) {
            row.problem(
                    path,
                    "a number that is no " + vector.type() + " (whole, " + least + " to " + most
                            + "); declare the column as bigint, decimal or double");
        }
    }

    /// `tinyint`, `smallint`, `int`.
    static final class Ints extends Whole<IntVector> {

        Ints(String path, IntVector vector, IonTextCast cast) {
            super(path, vector, least(vector.type()), -least(vector.type()) - 1, cast);
        }

        private static long least(DataType type) {
            return type.equals(DataType.TINYINT)
                    ? Byte.MIN_VALUE
                    : type.equals(DataType.SMALLINT) ? Short.MIN_VALUE : Integer.MIN_VALUE;
        }

        @Override
        void append(long value) {
            vector.append((int) value);
        }
    }

    /// `bigint`.
    static final class Longs extends Whole<LongVector> {

        Longs(String path, LongVector vector, IonTextCast cast) {
            super(path, vector, Long.MIN_VALUE, Long.MAX_VALUE, cast);
        }

        @Override
        void append(long value) {
            vector.append(value);
        }
    }

    private static double real(IonReader reader, IonType type) {
        if (type == IonType.FLOAT) {
            return reader.doubleValue();
        }
        return type == IonType.INT
                ? reader.bigIntegerValue().doubleValue()
                : reader.bigDecimalValue().doubleValue();
    }

    /// `double`.
    static final class Doubles extends IonColumn<DoubleVector> {
        private final IonTextCast cast;

        Doubles(String path, DoubleVector vector, IonTextCast cast) {
            super(path, vector);
            this.cast = cast;
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (!isNumber(type)) {
                cast.read(row, type, vector);
                return;
            }
            double value = real(row.reader(), type);
            if (Double.isInfinite(value) && type != IonType.FLOAT) {
                row.problem(path, "a number beyond double; declare the column as string");
            } else {
                vector.append(value);
            }
        }
    }

    /// `float`: the nearest one.
    static final class Floats extends IonColumn<FloatVector> {
        private final IonTextCast cast;

        Floats(String path, FloatVector vector, IonTextCast cast) {
            super(path, vector);
            this.cast = cast;
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (!isNumber(type)) {
                cast.read(row, type, vector);
                return;
            }
            double value = real(row.reader(), type);
            boolean infinite = type == IonType.FLOAT && Double.isInfinite(value);
            if (Float.isInfinite((float) value) && !infinite) {
                row.problem(path, "a number beyond float; declare the column as double");
            } else {
                vector.append((float) value);
            }
        }
    }

    /// `decimal(p,s)`: never rounded.
    static final class Decimals extends IonColumn<ColumnVector> {
        private final DataType.Decimal decimal;
        private final IonTextCast cast;

        Decimals(String path, ColumnVector vector, DataType.Decimal decimal, IonTextCast cast) {
            super(path, vector);
            this.decimal = decimal;
            this.cast = cast;
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (!isNumber(type)) {
                cast.read(row, type, vector);
                return;
            }
            BigDecimal value = exactly(row.reader(), type);
            long wholeDigits = value == null || value.signum() == 0 ? 0 : value.precision() - (long) value.scale();
            if (value == null
                    || value.scale() > decimal.scale()
                    || wholeDigits > decimal.precision() - decimal.scale()) {
                row.problem(path, "a number that does not fit " + decimal + "; declare a wider decimal, or string");
                return;
            }
            BigInteger unscaled = value.setScale(decimal.scale()).unscaledValue();
            if (vector instanceof LongVector longs) {
                longs.append(unscaled.longValueExact());
            } else {
                ((DecimalVector) vector).append(unscaled);
            }
        }
    }
}
