package dev.tidemark.parquet;

import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.LongVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/// Stored decimals as unscaled values; those with more digits than their column has are bad.
final class Decimals {

    private final ValueForm form;
    private final BadValues bad;
    /// The largest unscaled value, as 128 bits.
    private final long mostHigh;
    private final long mostLow;
    private long high;
    private long low;

    Decimals(ValueForm form, BadValues bad) {
        this.form = form;
        this.bad = bad;
        BigInteger most = form.type() instanceof DataType.Decimal decimal
                ? BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE)
                : BigInteger.ZERO;
        this.mostHigh = most.shiftRight(64).longValueExact();
        this.mostLow = most.longValue();
    }

    /// Values that were appended to a vector of up to 18 digits as they stand in the file.
    ///
    /// @param from index of the first
    void check(LongVector vector, int from, int count) {
        long[] values = vector.values();
        long most = mostLow;
        long beyond = 0;
        for (int i = from; i < from + count; i++) {
            beyond |= (most - values[i]) | (most + values[i]);
        }
        if (beyond >= 0) {
            return;
        }
        for (int i = from; i < from + count; i++) {
            if (values[i] > most || values[i] < -most) {
                bad.add(i, tooLong(BigInteger.valueOf(values[i])));
                values[i] = 0;
            }
        }
    }

    void appendBytes(Scratch from, int count, LongVector to) {
        for (int i = 0; i < count; i++) {
            if (!take(from, i) || high != low >> 63) {
                bad.add(to.size(), tooLong(from, i));
                to.append(0);
            } else {
                to.append(low);
            }
        }
    }

    void append(Scratch from, int count, DecimalVector to) {
        switch (form.physical()) {
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    to.append(from.ints[i] >> 31, from.ints[i]);
                }
            }
            case INT64 -> {
                boolean signed = form.meaning() == ValueForm.Meaning.DECIMAL;
                for (int i = 0; i < count; i++) {
                    to.append(signed ? from.longs[i] >> 63 : 0, from.longs[i]);
                }
            }
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                for (int i = 0; i < count; i++) {
                    if (take(from, i) && fits()) {
                        to.append(high, low);
                    } else {
                        bad.add(to.size(), tooLong(from, i));
                        to.append(0, 0);
                    }
                }
            }
            case BOOLEAN, INT96, FLOAT, DOUBLE -> throw new IllegalStateException(form + " has no such vector");
        }
    }

    private boolean fits() {
        long absoluteHigh = high;
        long absoluteLow = low;
        if (high < 0) {
            absoluteLow = -low;
            absoluteHigh = ~high + (absoluteLow == 0 ? 1 : 0);
        }
        // The least number of all stays negative.
        return absoluteHigh >= 0
                && (absoluteHigh < mostHigh
                        || (absoluteHigh == mostHigh && Long.compareUnsigned(absoluteLow, mostLow) <= 0));
    }

    private String tooLong(Scratch from, int value) {
        int start = from.starts[value];
        byte[] bytes = Arrays.copyOfRange(from.source, start, start + from.lengths[value]);
        return bytes.length > 64
                ? "a number of " + bytes.length + " bytes has too many digits for " + form.type()
                : tooLong(new BigInteger(bytes));
    }

    private String tooLong(BigInteger unscaled) {
        int scale = form.type() instanceof DataType.Decimal decimal ? decimal.scale() : 0;
        return "the number " + new BigDecimal(unscaled, scale).toPlainString() + " has too many digits for "
                + form.type();
    }

    /// Reads a big-endian number in two's complement; false when it has more than 128 bits.
    private boolean take(Scratch from, int value) {
        byte[] bytes = from.source;
        int length = from.lengths[value];
        int start = from.starts[value];
        int end = start + length;
        if (length == 0) {
            low = 0;
            high = 0;
            return true;
        }
        if (length == 8) {
            low = Long.reverseBytes((long) ByteBuilder.LONGS.get(bytes, start));
            high = low >> 63;
            return true;
        }
        if (length < 8) {
            long number = bytes[start];
            for (int i = start + 1; i < end; i++) {
                number = (number << 8) | (bytes[i] & 0xFF);
            }
            low = number;
            high = number >> 63;
            return true;
        }
        low = Long.reverseBytes((long) ByteBuilder.LONGS.get(bytes, end - 8));
        int first = Math.max(start, end - 16);
        long number = bytes[first];
        for (int i = first + 1; i < end - 8; i++) {
            number = (number << 8) | (bytes[i] & 0xFF);
        }
        high = number;
        for (int i = start; i < first; i++) {
            if (bytes[i] != bytes[first] >> 7) {
                return false;
            }
        }
        return true;
    }
}
