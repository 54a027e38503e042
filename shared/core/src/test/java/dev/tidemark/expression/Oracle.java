package dev.tidemark.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// An expression as text together with what it means for one row: plain objects, one row at a time, no vectors, and
/// nothing of the production code. Integers are `Long`, decimals `BigDecimal`, timestamps `Long` microseconds.
///
/// @param kind      what the generator may use it for
/// @param precision of a decimal
/// @param scale     of a decimal
record Oracle(String text, Kind kind, int precision, int scale, Meaning meaning) {

    enum Kind {
        BOOLEAN,
        INT,
        BIGINT,
        DOUBLE,
        DECIMAL,
        TEXT,
        DATE,
        TIMESTAMP
    }

    @FunctionalInterface
    interface Meaning {
        @Nullable
        Object of(RandomRow row) throws NoAnswer;
    }

    /// Overflow, division by zero, a bad cast.
    static final class NoAnswer extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static Oracle of(String text, Kind kind, Meaning meaning) {
        return new Oracle(text, kind, 0, 0, meaning);
    }

    /// A decimal result is rounded to its type and refused when it does not fit.
    static Oracle decimal(String text, int precision, int scale, Meaning meaning) {
        return new Oracle(text, Kind.DECIMAL, precision, scale, row -> {
            BigDecimal value = (BigDecimal) meaning.of(row);
            return value == null ? null : fit(value, precision, scale);
        });
    }

    static BigDecimal fit(BigDecimal value, int precision, int scale) throws NoAnswer {
        BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
        if (rounded.abs().compareTo(BigDecimal.TEN.pow(precision - scale)) >= 0) {
            throw new NoAnswer();
        }
        return rounded;
    }

    static long range(long value, Kind kind) throws NoAnswer {
        if (kind == Kind.INT && value != (int) value) {
            throw new NoAnswer();
        }
        return value;
    }
}
