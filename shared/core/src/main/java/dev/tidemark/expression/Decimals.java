package dev.tidemark.expression;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.LongVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Reads and writes values of decimal vectors, which are longs or 128-bit numbers.
final class Decimals {

    private static final long[] POWERS = powers();

    private Decimals() {}

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /// 10 to the power of `exponent`, which is at most 18.
    static long power(int exponent) {
        return POWERS[exponent];
    }

    static BigDecimal get(ColumnVector vector, int row) {
        int scale = ((DataType.Decimal) vector.type()).scale();
        return vector instanceof LongVector longs
                ? BigDecimal.valueOf(longs.get(row), scale)
                : new BigDecimal(((DecimalVector) vector).get(row), scale);
    }

    /// Rounds half up to the vector's scale and appends, or fails the row when there are too many digits.
    static void append(BigDecimal value, ColumnVector out, Rows rows, int row) {
        DataType.Decimal type = (DataType.Decimal) out.type();
        BigDecimal rounded = rounded(value, type.scale());
        if (rounded.precision() > type.precision() && rounded.signum() != 0) {
            rows.fail(row, "the number has too many digits for " + type);
            out.appendNull();
            return;
        }
        append(rounded.unscaledValue(), out);
    }

    /// Does not build a number of millions of digits for a text such as 1e999999.
    private static BigDecimal rounded(BigDecimal value, int scale) {
        if ((long) value.precision() - value.scale() > 1000) {
            return value;
        }
        if ((long) value.scale() - value.precision() > 1000) {
            return BigDecimal.ZERO.setScale(scale);
        }
        return value.setScale(scale, RoundingMode.HALF_UP);
    }

    static void append(BigInteger unscaled, ColumnVector out) {
        if (out instanceof LongVector longs) {
            longs.append(unscaled.longValueExact());
        } else {
            ((DecimalVector) out).append(unscaled);
        }
    }
}
