package dev.tidemark.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/// Reads numbers from ASCII bytes without making objects. One thread; the result of a call that answered true is
/// kept
/// until the next call.
///
/// No blanks, no suffixes, no hexadecimal: what Java's own parsers take beyond the usual notation is refused.
final class NumberText {

    static final long[] POWERS_OF_TEN = new long[19];
    private static final double[] EXACT_POWERS = new double[23];
    /// The largest integers that a double and a float hold exactly.
    private static final long EXACT_DOUBLE = 1L << 53;

    private static final int LONG_DIGITS = 18;

    static {
        long power = 1;
        for (int i = 0; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = power;
            power *= 10;
        }
        double exact = 1;
        for (int i = 0; i < EXACT_POWERS.length; i++) {
            EXACT_POWERS[i] = exact;
            exact *= 10;
        }
    }

    private final byte point;
    private final byte grouping;
    private final boolean grouped;

    private long value;
    private double real;
    private BigInteger big = BigInteger.ZERO;

    private boolean negative;
    private long digits;
    private int digitCount;
    private int fraction;
    private int exponent;

    /// @param decimalSeparator `.`, or another, in which case the other of `.` and `,` may group thousands
    NumberText(char decimalSeparator) {
        point = (byte) decimalSeparator;
        grouped = decimalSeparator != '.';
        grouping = (byte) (decimalSeparator == ',' ? '.' : ',');
    }

    long value() {
        return value;
    }

    double real() {
        return real;
    }

    BigInteger big() {
        return big;
    }

    /// An integer that fits 64 bits, into [#value()].
    boolean integer(byte[] bytes, int from, int to) {
        int at = from;
        boolean minus = false;
        if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
            minus = bytes[at] == '-';
            at++;
        }
        if (at == to) {
            return false;
        }
        if (to - at > LONG_DIGITS || grouped) {
            return longInteger(bytes, from, to);
        }
        long sum = 0;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            sum = sum * 10 + digit;
        }
        value = minus ? -sum : sum;
        return true;
    }

    private boolean longInteger(byte[] bytes, int from, int to) {
        if (!scan(bytes, from, to, false)) {
            return false;
        }
        if (digitCount <= LONG_DIGITS) {
            value = negative ? -digits : digits;
            return true;
        }
        // Leading zeros are not counted. More digits than any such number has would take their square of time.
        if (digitCount > LONG_DIGITS + 1) {
            return false;
        }
        BigInteger wide = new BigInteger(plain(bytes, from, to));
        if (wide.bitLength() > 63) {
            return false;
        }
        value = wide.longValue();
        return true;
    }

    /// A decimal of at most 18 digits as an unscaled value, into [#value()]; more digits after the point than
    /// `scale`
    /// are rounded half up, as Spark and DuckDB do.
    boolean decimal(byte[] bytes, int from, int to, int precision, int scale) {
        if (!scan(bytes, from, to, true)) {
            return false;
        }
        if (digitCount > LONG_DIGITS || exponent != 0) {
            if (!bigDecimal(bytes, from, to, precision, scale)) {
                return false;
            }
            value = big.longValue();
            return true;
        }
        long unscaled = digits;
        int shift = scale - fraction;
        if (shift >= 0) {
            if (shift > LONG_DIGITS || unscaled > Long.MAX_VALUE / POWERS_OF_TEN[shift]) {
                return unscaled == 0 && zero();
            }
            unscaled *= POWERS_OF_TEN[shift];
        } else {
            long power = POWERS_OF_TEN[-shift];
            long rest = unscaled % power;
            unscaled = unscaled / power + (rest >= power - rest ? 1 : 0);
        }
        if (unscaled >= POWERS_OF_TEN[precision]) {
            return false;
        }
        value = negative ? -unscaled : unscaled;
        return true;
    }

    private boolean zero() {
        value = 0;
        return true;
    }

    /// A decimal of up to 38 digits as an unscaled value, into [#big()].
    boolean wideDecimal(byte[] bytes, int from, int to, int precision, int scale) {
        return scan(bytes, from, to, true) && bigDecimal(bytes, from, to, precision, scale);
    }

    private boolean bigDecimal(byte[] bytes, int from, int to, int precision, int scale) {
        // An exponent beyond this is out of range or zero anyway, and would make BigDecimal write out its digits.
        if (Math.abs((long) exponent) > 10_000 || digitCount > 10_000) {
            return false;
        }
        BigDecimal rounded = new BigDecimal(plain(bytes, from, to)).setScale(scale, RoundingMode.HALF_UP);
        if (rounded.precision() > precision && rounded.signum() != 0) {
            return false;
        }
        big = rounded.unscaledValue();
        return true;
    }

    /// A double, into [#real()]. Infinite only where the text says so.
    boolean real(byte[] bytes, int from, int to) {
        if (!scan(bytes, from, to, true)) {
            return word(bytes, from, to);
        }
        int power = exponent - fraction;
        if (digitCount <= LONG_DIGITS && digits <= EXACT_DOUBLE && power > -23 && power < 23) {
            // Both numbers are exact, so the one rounding of the operation is the right one (Clinger).
            double exact = power < 0 ? digits / EXACT_POWERS[-power] : digits * EXACT_POWERS[power];
            real = negative ? -exact : exact;
            return true;
        }
        real = Double.parseDouble(plain(bytes, from, to));
        return !Double.isInfinite(real);
    }

    /// A float, into [#real()]; rounded once.
    boolean single(byte[] bytes, int from, int to) {
        if (!scan(bytes, from, to, true)) {
            return word(bytes, from, to);
        }
        float parsed = Float.parseFloat(plain(bytes, from, to));
        real = parsed;
        return !Float.isInfinite(parsed);
    }

    private boolean word(byte[] bytes, int from, int to) {
        if (to - from < 3 || to - from > 9) {
            return false;
        }
        Double known = switch (new String(bytes, from, to - from, StandardCharsets.ISO_8859_1)) {
            case "NaN", "nan" -> Double.NaN;
            case "Infinity", "+Infinity", "Inf", "+Inf", "inf" -> Double.POSITIVE_INFINITY;
            case "-Infinity", "-Inf", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
        if (known == null) {
            return false;
        }
        real = known;
        return true;
    }

    /// Sign, digits with or without groups, point, exponent. Digits beyond the 18th are only counted.
    private boolean scan(byte[] bytes, int from, int to, boolean withFraction) {
        int at = from;
        negative = false;
        if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
            negative = bytes[at] == '-';
            at++;
        }
        long sum = 0;
        int count = 0;
        int first = at;
        int groupStart = -1;
        for (; at < to; at++) {
            byte found = bytes[at];
            int digit = found - '0';
            if (digit >= 0 && digit <= 9) {
                if (count < LONG_DIGITS) {
                    sum = sum * 10 + digit;
                }
                // Leading zeros are no digits of the value.
                count += sum == 0 ? 0 : 1;
            } else if (grouped && found == grouping) {
                int length = at - (groupStart < 0 ? first : groupStart);
                if (groupStart < 0 ? length < 1 || length > 3 : length != 3) {
                    return false;
                }
                groupStart = at + 1;
            } else {
                break;
            }
        }
        if (groupStart >= 0 && at - groupStart != 3) {
            return false;
        }
        int whole = at - first;
        fraction = 0;
        exponent = 0;
        if (withFraction && at < to && bytes[at] == point) {
            at++;
            int start = at;
            for (; at < to && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
                if (count < LONG_DIGITS) {
                    sum = sum * 10 + (bytes[at] - '0');
                }
                count += sum == 0 ? 0 : 1;
            }
            fraction = at - start;
        }
        digits = sum;
        digitCount = fraction > LONG_DIGITS ? Math.max(count, fraction) : count;
        if (whole + fraction == 0) {
            return false;
        }
        return at == to || (withFraction && exponent(bytes, at, to));
    }

    private boolean exponent(byte[] bytes, int from, int to) {
        int at = from;
        if (bytes[at] != 'e' && bytes[at] != 'E') {
            return false;
        }
        at++;
        boolean minus = false;
        if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
            minus = bytes[at] == '-';
            at++;
        }
        if (at == to || to - at > 8) {
            return false;
        }
        int sum = 0;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            sum = sum * 10 + digit;
        }
        exponent = minus ? -sum : sum;
        return true;
    }

    private String plain(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        return grouped ? text.replace(String.valueOf((char) grouping), "").replace((char) point, '.') : text;
    }
}
