package dev.tidemark.expression;

import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Decimal;
import dev.tidemark.data.DataType.Primitive;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Spark's ANSI type coercion: which type two values meet in, and what is cast without being asked.
final class TypeRules {

    private static final List<DataType> NUMBERS = List.of(
            DataType.TINYINT, DataType.SMALLINT, DataType.INT, DataType.BIGINT, DataType.FLOAT, DataType.DOUBLE);
    private static final int MINIMUM_ADJUSTED_SCALE = 6;

    private TypeRules() {}

    static boolean isNumber(DataType type) {
        return type instanceof Decimal || NUMBERS.contains(type);
    }

    static boolean isIntegral(DataType type) {
        return NUMBERS.indexOf(type) >= 0 && NUMBERS.indexOf(type) <= 3;
    }

    static boolean isFloating(DataType type) {
        return type == Primitive.FLOAT || type == Primitive.DOUBLE;
    }

    static boolean isTime(DataType type) {
        return type == Primitive.DATE || type == Primitive.TIMESTAMP;
    }

    /// The type in which values of both types are compared or chosen from, or null.
    static @Nullable DataType common(DataType one, DataType other) {
        if (one.equals(other)) {
            return one;
        }
        if (isNumber(one) && isNumber(other)) {
            return commonNumber(one, other);
        }
        if (isTime(one) && isTime(other)) {
            return DataType.TIMESTAMP;
        }
        if (one == Primitive.STRING && other instanceof Primitive) {
            return isIntegral(other) ? DataType.BIGINT : other == Primitive.FLOAT ? DataType.DOUBLE : other;
        }
        if (one == Primitive.STRING && other instanceof Decimal) {
            return DataType.DOUBLE;
        }
        if (other == Primitive.STRING && !one.equals(other)) {
            return one instanceof Primitive || one instanceof Decimal ? common(other, one) : null;
        }
        return null;
    }

    private static DataType commonNumber(DataType one, DataType other) {
        if (one instanceof Decimal || other instanceof Decimal) {
            if (isFloating(one) || isFloating(other)) {
                return DataType.DOUBLE;
            }
            Decimal left = asDecimal(one);
            Decimal right = asDecimal(other);
            int scale = Math.max(left.scale(), right.scale());
            int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
            return wholeDigitsFirst(whole + scale, scale);
        }
        DataType wider = NUMBERS.get(Math.max(NUMBERS.indexOf(one), NUMBERS.indexOf(other)));
        // An integer would lose digits in a float.
        return wider == Primitive.FLOAT && (isIntegral(one) || isIntegral(other)) ? DataType.DOUBLE : wider;
    }

    /// The common type of all, strings last so that the order does not matter; null when there is none.
    static @Nullable DataType common(List<DataType> types) {
        DataType result = null;
        for (int pass = 0; pass < 2; pass++) {
            for (DataType type : types) {
                if ((type == Primitive.STRING) == (pass == 1)) {
                    result = result == null ? type : common(result, type);
                    if (result == null) {
                        return null;
                    }
                }
            }
        }
        return result;
    }

    /// The decimal that holds every value of an integer type.
    static Decimal asDecimal(DataType type) {
        return switch (type) {
            case Decimal decimal -> decimal;
            case Primitive primitive ->
                switch (primitive) {
                    case TINYINT -> new Decimal(3, 0);
                    case SMALLINT -> new Decimal(5, 0);
                    case INT -> new Decimal(10, 0);
                    case BIGINT -> new Decimal(20, 0);
                    case BOOLEAN, FLOAT, DOUBLE, STRING, BINARY, DATE, TIMESTAMP ->
                        throw new IllegalArgumentException(type + " is no exact number");
                };
            case DataType.Array _, DataType.Map _, DataType.Struct _ ->
                throw new IllegalArgumentException(type + " is no exact number");
        };
    }

    /// The type of an arithmetic result of exact numbers.
    static Decimal result(Expression.Operator operator, Decimal left, Decimal right) {
        int p1 = left.precision();
        int s1 = left.scale();
        int p2 = right.precision();
        int s2 = right.scale();
        return switch (operator) {
            case ADD, SUBTRACT -> adjusted(Math.max(s1, s2) + Math.max(p1 - s1, p2 - s2) + 1, Math.max(s1, s2));
            case MULTIPLY -> adjusted(p1 + p2 + 1, s1 + s2);
            case DIVIDE -> {
                int scale = Math.max(MINIMUM_ADJUSTED_SCALE, s1 + p2 + 1);
                yield adjusted(p1 - s1 + s2 + scale, scale);
            }
            case REMAINDER -> adjusted(Math.min(p1 - s1, p2 - s2) + Math.max(s1, s2), Math.max(s1, s2));
        };
    }

    /// Keeps the digits before the point, and at least six after it, when 38 are not enough.
    static Decimal adjusted(int precision, int scale) {
        if (precision <= 38) {
            return new Decimal(Math.max(precision, 1), scale);
        }
        int whole = precision - scale;
        int leastScale = Math.min(scale, MINIMUM_ADJUSTED_SCALE);
        return new Decimal(38, Math.max(38 - whole, leastScale));
    }

    private static Decimal wholeDigitsFirst(int precision, int scale) {
        return precision <= 38 ? new Decimal(precision, scale) : new Decimal(38, Math.max(0, scale - (precision - 38)));
    }

    /// Whether a value is cast without `cast()` where a function wants another type.
    static boolean implicit(DataType from, DataType to) {
        if (from.equals(to)) {
            return true;
        }
        if (isNumber(from) && isNumber(to)) {
            return true;
        }
        boolean toScalar = to instanceof Primitive || to instanceof Decimal;
        boolean fromScalar = from instanceof Primitive || from instanceof Decimal;
        if (from == Primitive.STRING) {
            return toScalar;
        }
        return (to == Primitive.STRING && fromScalar) || (isTime(from) && isTime(to));
    }
}
