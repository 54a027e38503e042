package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.DataType;
import java.time.Month;
import java.time.chrono.IsoChronology;

/// Reads values in their usual form straight from the bytes of a vector, without an object per value.
///
/// A text in any other form gets "none" as the answer: the general parsers decide about it. They accept all that is
/// accepted here and give the same values.
final class CanonicalText {

    /// No value; no date, timestamp or short decimal has it.
    static final long NONE = TimeText.INVALID;

    private static final int DATE_LENGTH = 10;
    private static final int MOST_LONG_DIGITS = 18;
    private static final int MOST_EXACT_DOUBLE_DIGITS = 15;
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private CanonicalText() {}

    /// Days since the epoch of `yyyy-MM-dd`, or [#NONE].
    static long days(BytesVector in, int row) {
        return in.length(row) == DATE_LENGTH ? days(in.bytes(), in.start(row)) : NONE;
    }

    private static long days(byte[] bytes, int at) {
        if (bytes[at + 4] != '-' || bytes[at + 7] != '-') {
            return NONE;
        }
        int year = digits(bytes, at, 4);
        int month = digits(bytes, at + 5, 2);
        int day = digits(bytes, at + 8, 2);
        if (year < 0 || month < 1 || month > 12 || day < 1) {
            return NONE;
        }
        boolean exists = day <= 28 || day <= Month.of(month).length(IsoChronology.INSTANCE.isLeapYear(year));
        return exists ? CivilDate.days(year, month, day) : NONE;
    }

    /// Microseconds since the epoch of `yyyy-MM-dd HH:mm:ss[.f…][Z]`, with a blank or a T between, or [#NONE].
    ///
    /// @param utc whether a text that names no zone is in UTC
    static long micros(BytesVector in, int row, boolean utc) {
        byte[] bytes = in.bytes();
        int at = in.start(row);
        int end = at + in.length(row);
        if (end - at < 19) {
            return NONE;
        }
        boolean named = bytes[end - 1] == 'Z';
        if (named) {
            end--;
        } else if (!utc) {
            return NONE;
        }
        long days = days(bytes, at);
        at += DATE_LENGTH;
        boolean separated =
                end - at >= 9 && (bytes[at] == 'T' || bytes[at] == ' ') && bytes[at + 3] == ':' && bytes[at + 6] == ':';
        if (days == NONE || !separated) {
            return NONE;
        }
        int hour = digits(bytes, at + 1, 2);
        int minute = digits(bytes, at + 4, 2);
        int second = digits(bytes, at + 7, 2);
        long fraction = fraction(bytes, at + 9, end);
        boolean exists = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
        if (!exists || fraction < 0) {
            return NONE;
        }
        return days * TimeText.MICROS_PER_DAY
                + ((hour * 60L + minute) * 60 + second) * TimeText.MICROS_PER_SECOND
                + fraction;
    }

    /// Microseconds of `.f` with one to six digits or of nothing, or -1.
    private static long fraction(byte[] bytes, int at, int end) {
        int count = end - at - 1;
        if (count < 0) {
            return 0;
        }
        if (bytes[at] != '.' || count == 0 || count > 6) {
            return -1;
        }
        long micros = digits(bytes, at + 1, count);
        for (int i = count; micros >= 0 && i < 6; i++) {
            micros *= 10;
        }
        return micros;
    }

    /// A number of exactly `count` digits, or -1.
    private static int digits(byte[] bytes, int from, int count) {
        int value = 0;
        for (int i = from; i < from + count; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /// The unscaled value of `[+-]digits[.digits]`, rounded half up to the type's scale, or [#NONE]: also when
    /// it does not fit the type, or not a long.
    static long unscaled(BytesVector in, int row, DataType.Decimal type) {
        byte[] bytes = in.bytes();
        int at = in.start(row);
        int end = at + in.length(row);
        boolean negative = at < end && bytes[at] == '-';
        if (at < end && (negative || bytes[at] == '+')) {
            at++;
        }
        int point = -1;
        int count = 0;
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                value = value * 10 + digit;
                count++;
            } else if (bytes[at] == '.' && point < 0) {
                point = count;
            } else {
                return NONE;
            }
            if (count > MOST_LONG_DIGITS) {
                return NONE;
            }
        }
        int shift = type.scale() - (point < 0 ? 0 : count - point);
        if (count == 0 || count + shift > MOST_LONG_DIGITS || shift < -MOST_LONG_DIGITS) {
            return NONE;
        }
        if (shift >= 0) {
            value *= Decimals.power(shift);
        } else {
            long divisor = Decimals.power(-shift);
            value = value / divisor + (value % divisor >= divisor - divisor / 2 ? 1 : 0);
        }
        boolean fits = type.precision() >= MOST_LONG_DIGITS || value < Decimals.power(type.precision());
        return fits ? (negative ? -value : value) : NONE;
    }

    /// The double nearest to `[+-]digits[.digits]` of at most 15 digits, or NaN.
    ///
    /// Such digits are exact as a double and so is the power of ten that they are divided by, and the one division
    /// rounds once, which is right (Clinger, "How to read floating point numbers accurately", 1990).
    static double number(BytesVector in, int row) {
        byte[] bytes = in.bytes();
        int at = in.start(row);
        int end = at + in.length(row);
        boolean negative = at < end && bytes[at] == '-';
        if (at < end && (negative || bytes[at] == '+')) {
            at++;
        }
        int point = -1;
        int count = 0;
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9 && count < MOST_EXACT_DOUBLE_DIGITS) {
                value = value * 10 + digit;
                count++;
            } else if (bytes[at] == '.' && point < 0) {
                point = count;
            } else {
                return Double.NaN;
            }
        }
        if (count == 0) {
            return Double.NaN;
        }
        double number = value / POWERS[point < 0 ? 0 : count - point];
        return negative ? -number : number;
    }

    /// 1 for `true`, 0 for `false`, both in lower case, or -1.
    static int bool(BytesVector in, int row) {
        byte[] bytes = in.bytes();
        int at = in.start(row);
        return switch (in.length(row)) {
            case 4 -> bytes[at] == 't' && bytes[at + 1] == 'r' && bytes[at + 2] == 'u' && bytes[at + 3] == 'e' ? 1 : -1;
            case 5 ->
                bytes[at] == 'f'
                                && bytes[at + 1] == 'a'
                                && bytes[at + 2] == 'l'
                                && bytes[at + 3] == 's'
                                && bytes[at + 4] == 'e'
                        ? 0
                        : -1;
            default -> -1;
        };
    }
}
