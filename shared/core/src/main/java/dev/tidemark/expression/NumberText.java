package dev.tidemark.expression;

import dev.tidemark.data.DataType;
import java.math.BigDecimal;
import java.util.Locale;

/// Types the numbers of an expression's text as Spark does.
final class NumberText {

    private NumberText() {}

    /// @param text sign, digits, fraction, exponent and one of the suffixes Y S L F D BD
    static Expression.NumberLiteral literal(SourcePosition at, String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.endsWith("BD")) {
            return decimal(at, new BigDecimal(upper.substring(0, upper.length() - 2)));
        }
        String digits = upper.substring(0, upper.length() - 1);
        return switch (upper.charAt(upper.length() - 1)) {
            case 'Y' -> integral(at, DataType.TINYINT, digits, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case 'S' -> integral(at, DataType.SMALLINT, digits, Short.MIN_VALUE, Short.MAX_VALUE);
            case 'L' -> integral(at, DataType.BIGINT, digits, Long.MIN_VALUE, Long.MAX_VALUE);
            case 'F' -> floating(at, DataType.FLOAT, digits);
            case 'D' -> floating(at, DataType.DOUBLE, digits);
            default -> bare(at, upper);
        };
    }

    private static Expression.NumberLiteral bare(SourcePosition at, String text) {
        if (text.indexOf('E') >= 0) {
            return floating(at, DataType.DOUBLE, text);
        }
        BigDecimal value = new BigDecimal(text);
        if (text.indexOf('.') >= 0 || value.toBigInteger().bitLength() > 63) {
            return decimal(at, value);
        }
        boolean fitsInt = value.toBigInteger().bitLength() < 32;
        return new Expression.NumberLiteral(at, fitsInt ? DataType.INT : DataType.BIGINT, value);
    }

    private static Expression.NumberLiteral integral(
            SourcePosition at, DataType type, String digits, long least, long most) {
        BigDecimal value = new BigDecimal(digits);
        if (digits.indexOf('.') >= 0
                || digits.indexOf('E') >= 0
                || value.compareTo(BigDecimal.valueOf(least)) < 0
                || value.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw at.error("the number does not fit " + type + ".", null);
        }
        return new Expression.NumberLiteral(at, type, value);
    }

    private static Expression.NumberLiteral floating(SourcePosition at, DataType type, String text) {
        BigDecimal value = exponentInRange(at, text);
        if (Double.isInfinite(value.doubleValue())) {
            throw at.error("the number is beyond the range of double.", null);
        }
        return new Expression.NumberLiteral(at, type, value);
    }

    private static BigDecimal exponentInRange(SourcePosition at, String text) {
        int exponent = text.indexOf('E');
        if (exponent >= 0 && text.length() - exponent > 6) {
            throw at.error("the number's exponent is out of range.", null);
        }
        return new BigDecimal(text);
    }

    private static Expression.NumberLiteral decimal(SourcePosition at, BigDecimal written) {
        BigDecimal value = written.scale() < 0 ? written.setScale(0) : written;
        int precision = Math.max(value.precision(), value.scale());
        if (precision > 38) {
            throw at.error("the number has more than 38 digits.", "Use a double: 1e40.");
        }
        return new Expression.NumberLiteral(at, DataType.decimal(precision, value.scale()), value);
    }
}
