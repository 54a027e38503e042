package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.LongVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// `decimal(p,s)`: numbers and texts that hold one, digit by digit, never by way of a double.
final class JsonDecimals extends JsonColumn {

    private static final int LONG_DIGITS = 18;

    private final ColumnVector vector;
    private final DataType.Decimal type;
    private final char decimalSeparator;

    JsonDecimals(String path, ColumnVector vector, DataType.Decimal type, ColumnSpec spec) {
        super(path);
        this.vector = vector;
        this.type = type;
        this.decimalSeparator = spec.decimalSeparator();
    }

    @Override
    ColumnVector vector() {
        return vector;
    }

    @Override
    void readValue(JsonCursor cursor, JsonToken token) throws IOException {
        if (token.isNumeric()) {
            cursor.number();
            if (!appendShort(cursor)) {
                append(cursor, cursor.parseDecimal());
            }
        } else if (token == JsonToken.VALUE_STRING && JsonScalars.takeText(cursor, token, path)) {
            BigDecimal value = ofText(cursor.textString());
            if (value == null) {
                cursor.problem(path, "a text that is no number where " + type + " is expected");
            } else {
                append(cursor, value);
            }
        } else {
            cursor.mismatch(path, token, type + " is expected; declare the column as string and cast it");
        }
    }

    private @Nullable BigDecimal ofText(String text) {
        String plain = text;
        if (decimalSeparator != '.') {
            plain = plain.replace(".", "").replace(decimalSeparator, '.');
        }
        if (plain.isEmpty() || plain.length() > 1000) {
            return null;
        }
        for (int i = 0; i < plain.length(); i++) {
            if ("0123456789+-.eE".indexOf(plain.charAt(i)) < 0) {
                return null;
            }
        }
        try {
            return new BigDecimal(plain);
        } catch (NumberFormatException notOne) {
            return null;
        }
    }

    /// Numbers whose digits, brought to the column's scale, fit a long: nearly all.
    private boolean appendShort(JsonCursor cursor) {
        byte[] bytes = cursor.textBytes();
        int at = cursor.textStart();
        int end = at + cursor.textLength();
        if (end - at > LONG_DIGITS) {
            return false;
        }
        boolean negative = bytes[at] == '-';
        if (negative) {
            at++;
        }
        long digits = 0;
        int fraction = -1;
        for (; at < end; at++) {
            int value = bytes[at];
            if (value == '.') {
                fraction = 0;
            } else if (value >= '0' && value <= '9') {
                digits = digits * 10 + (value - '0');
                fraction += fraction < 0 ? 0 : 1;
            } else {
                return false;
            }
        }
        int missing = type.scale() - Math.max(fraction, 0);
        if (missing < 0) {
            return false;
        }
        for (; missing > 0; missing--) {
            if (digits >= Long.MAX_VALUE / 10) {
                return false;
            }
            digits *= 10;
        }
        if (type.precision() <= LONG_DIGITS && digits >= POWERS_OF_TEN[type.precision()]) {
            return false;
        }
        appendLong(negative ? -digits : digits);
        return true;
    }

    private static final long[] POWERS_OF_TEN = new long[LONG_DIGITS + 1];

    static {
        POWERS_OF_TEN[0] = 1;
        for (int i = 1; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = POWERS_OF_TEN[i - 1] * 10;
        }
    }

    private void appendLong(long unscaled) {
        switch (vector) {
            case LongVector longs -> longs.append(unscaled);
            case DecimalVector decimals -> decimals.append(unscaled >> 63, unscaled);
            default -> throw new IllegalStateException(vector.type() + " is no decimal");
        }
    }

    private void append(JsonCursor cursor, @Nullable BigDecimal value) {
        if (value == null || isBeyond(value)) {
            cursor.problem(path, "a number beyond " + type + "; declare a wider decimal");
            return;
        }
        BigDecimal scaled;
        if (value.scale() > type.scale()) {
            scaled = value.setScale(type.scale(), RoundingMode.DOWN);
            if (scaled.compareTo(value) != 0) {
                cursor.problem(
                        path,
                        "a number with more than " + type.scale() + " digits after the point where " + type
                                + " is expected; declare a larger scale, or read a wider type and round it");
                return;
            }
        } else {
            scaled = value.setScale(type.scale());
        }
        switch (vector) {
            case LongVector longs -> longs.append(scaled.unscaledValue().longValueExact());
            case DecimalVector decimals -> decimals.append(scaled.unscaledValue());
            default -> throw new IllegalStateException(vector.type() + " is no decimal");
        }
    }

    /// Looked at before the digits are written out: 1e999999999 has a billion of them.
    private boolean isBeyond(BigDecimal value) {
        long digitsBeforePoint = (long) value.precision() - value.scale();
        return value.signum() != 0 && digitsBeforePoint > type.precision() - type.scale();
    }
}
