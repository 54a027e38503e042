package dev.tidemark.text;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.DataType;
import java.time.ZoneOffset;

/// The narrowest type that holds all values of a column seen so far: boolean, bigint, decimal(38,0) for integers
/// beyond
/// 64 bits, double, date, timestamp, else string. Codes with leading zeros are text.
final class CsvInference {

    private static final DataType BEYOND_LONG = DataType.decimal(38, 0);
    private static final int MAX_DIGITS = 38;
    /// Up to here every integer is a double of its own.
    private static final long EXACT_IN_DOUBLE = 1L << 53;

    private final NumberText number = new NumberText('.');
    private final TimeText time = new TimeText(null, ZoneOffset.UTC);

    private boolean any;
    private boolean text;
    private boolean truths;
    private boolean integers;
    private boolean wideIntegers;
    private boolean beyondDouble;
    private boolean fractions;
    private boolean days;
    private boolean moments;

    void add(BytesVector values) {
        for (int row = 0; row < values.size() && !text; row++) {
            if (!values.isNull(row)) {
                add(values.bytes(), values.start(row), values.start(row) + values.length(row));
            }
        }
    }

    boolean onlyNulls() {
        return !any;
    }

    void add(byte[] bytes, int from, int to) {
        any = true;
        if (from == to) {
            text = true;
        } else if (isTruth(bytes, from, to)) {
            truths = true;
        } else if (number.real(bytes, from, to)) {
            number(bytes, from, to);
        } else if (time.date(bytes, from, to)) {
            days = true;
        } else if (time.timestamp(bytes, from, to)) {
            moments = true;
        } else {
            text = true;
        }
    }

    private void number(byte[] bytes, int from, int to) {
        int digits = bytes[from] == '-' || bytes[from] == '+' ? from + 1 : from;
        boolean leadingZero = to - digits > 1 && bytes[digits] == '0' && bytes[digits + 1] >= '0';
        boolean whole = true;
        boolean digit = bytes[digits] >= '0' && bytes[digits] <= '9';
        for (int i = digits; i < to; i++) {
            whole &= bytes[i] >= '0' && bytes[i] <= '9';
        }
        if ((leadingZero && bytes[digits + 1] <= '9') || bytes[from] == '+' || (!digit && bytes[digits] != '.')) {
            text = true;
        } else if (!whole) {
            fractions = true;
        } else if (number.integer(bytes, from, to)) {
            integers = true;
            beyondDouble |= Math.abs(number.value()) > EXACT_IN_DOUBLE || number.value() == Long.MIN_VALUE;
        } else if (to - digits <= MAX_DIGITS) {
            wideIntegers = true;
        } else {
            text = true;
        }
    }

    private static boolean isTruth(byte[] bytes, int from, int to) {
        return equalsFolded("true", bytes, from, to) || equalsFolded("false", bytes, from, to);
    }

    private static boolean equalsFolded(String word, byte[] bytes, int from, int to) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if ((bytes[from + i] | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    DataType type() {
        boolean numbers = integers || wideIntegers || fractions;
        boolean times = days || moments;
        int kinds = (truths ? 1 : 0) + (numbers ? 1 : 0) + (times ? 1 : 0);
        if (text || kinds != 1) {
            return DataType.STRING;
        }
        if (truths) {
            return DataType.BOOLEAN;
        }
        if (times) {
            return moments ? DataType.TIMESTAMP : DataType.DATE;
        }
        if (fractions) {
            // A double would lose the last digits of a long integer.
            return wideIntegers || beyondDouble ? DataType.STRING : DataType.DOUBLE;
        }
        return wideIntegers ? BEYOND_LONG : DataType.BIGINT;
    }
}
