package dev.tidemark.data;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/// One type for values of several types, such that no value loses anything; string when there is no other.
public final class WidestType {

    private static final int MAX_PRECISION = 38;
    /// Decimals of so many digits are the same again after they were doubles.
    private static final int DOUBLE_DIGITS = 15;

    private WidestType() {}

    /// The type that holds the values of all `types`; string for none. Their order does not matter.
    public static DataType of(Collection<DataType> types) {
        Set<DataType> all = new HashSet<>(types);
        if (all.size() == 1) {
            return all.iterator().next();
        }
        if (all.equals(Set.of(DataType.DATE, DataType.TIMESTAMP))) {
            return DataType.TIMESTAMP;
        }
        int wholeDigits = 0;
        int scale = 0;
        boolean decimal = false;
        boolean real = false;
        DataType widestInteger = DataType.TINYINT;
        for (DataType type : all) {
            if (type instanceof DataType.Decimal exact) {
                decimal = true;
                wholeDigits = Math.max(wholeDigits, exact.precision() - exact.scale());
                scale = Math.max(scale, exact.scale());
            } else if (type.equals(DataType.FLOAT) || type.equals(DataType.DOUBLE)) {
                real = true;
            } else if (integerDigits(type) > 0) {
                wholeDigits = Math.max(wholeDigits, integerDigits(type));
                widestInteger = integerDigits(type) > integerDigits(widestInteger) ? type : widestInteger;
            } else {
                return DataType.STRING;
            }
        }
        if (all.isEmpty()) {
            return DataType.STRING;
        }
        if (real) {
            // Of integers, FORMATS says double all the same: that is how every other reader of JSON takes them.
            return decimal && decimalDigits(all) > DOUBLE_DIGITS ? DataType.STRING : DataType.DOUBLE;
        }
        if (decimal) {
            return wholeDigits + scale > MAX_PRECISION ? DataType.STRING : DataType.decimal(wholeDigits + scale, scale);
        }
        return widestInteger;
    }

    private static int decimalDigits(Set<DataType> types) {
        int digits = 0;
        for (DataType type : types) {
            if (type instanceof DataType.Decimal exact) {
                digits = Math.max(digits, exact.precision());
            }
        }
        return digits;
    }

    private static int integerDigits(DataType type) {
        if (!(type instanceof DataType.Primitive primitive)) {
            return 0;
        }
        return switch (primitive) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INT -> 10;
            case BIGINT -> 19;
            case BOOLEAN, FLOAT, DOUBLE, STRING, BINARY, DATE, TIMESTAMP -> 0;
        };
    }
}
