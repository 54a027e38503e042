package dev.tidemark.expression;

import dev.tidemark.expression.Oracle.Kind;
import dev.tidemark.expression.Oracle.Meaning;
import dev.tidemark.expression.Oracle.NoAnswer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What makes one kind of random expressions has in common: its operands are any random expressions.
abstract class RandomPart {

    final RandomGenerator random;
    private final RandomExpression operands;

    RandomPart(RandomGenerator random, RandomExpression operands) {
        this.random = random;
        this.operands = operands;
    }

    final Oracle next(int depth) {
        return operands.next(depth);
    }

    final Oracle of(Kind kind, int depth) {
        return operands.of(kind, depth);
    }

    @SafeVarargs
    final <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }

    @FunctionalInterface
    interface One {
        @Nullable
        Object of(Object value) throws NoAnswer;
    }

    /// A function of one argument, null for null.
    final Oracle cast(String format, Kind from, Kind to, int depth, One meaning) {
        Oracle a = of(from, depth);
        return Oracle.of(format.formatted(a.text()), to, nullSafe(a, meaning));
    }

    static Meaning nullSafe(Oracle a, One meaning) {
        return row -> {
            Object value = a.meaning().of(row);
            return value == null ? null : meaning.of(value);
        };
    }

    static Long integer(String text) throws NoAnswer {
        String trimmed = text.strip();
        if (!trimmed.matches("[+-]?[0-9]+") || new BigInteger(trimmed).bitLength() > 63) {
            throw new NoAnswer();
        }
        return Long.valueOf(trimmed);
    }

    /// A divisor is looked at first, otherwise the left side; where that is null the other cannot fail.
    static @Nullable Object[] sides(Oracle a, Oracle b, boolean divides, RandomRow row) throws NoAnswer {
        Object first = (divides ? b : a).meaning().of(row);
        Object second = first == null ? null : (divides ? a : b).meaning().of(row);
        return divides ? new @Nullable Object[] {second, first} : new @Nullable Object[] {first, second};
    }

    /// Of two values of one kind; text by its bytes, NaN above all.
    static int order(Object left, Object right) {
        return switch (left) {
            case Boolean b -> b.compareTo((Boolean) right);
            case Long l -> l.compareTo((Long) right);
            case BigDecimal decimal -> decimal.compareTo((BigDecimal) right);
            case LocalDate date -> date.compareTo((LocalDate) right);
            case String text ->
                Arrays.compareUnsigned(
                        text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
            case Double d ->
                d.equals(0.0) || d.equals(-0.0)
                        ? -Double.compare((Double) right + 0.0, 0.0)
                        : d.compareTo((Double) right);
            default -> throw new IllegalStateException(left.toString());
        };
    }
}
