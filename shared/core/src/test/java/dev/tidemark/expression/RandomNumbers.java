package dev.tidemark.expression;

import dev.tidemark.expression.Oracle.Kind;
import dev.tidemark.expression.Oracle.NoAnswer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Arithmetic, casts to numbers, functions whose value is a number.
final class RandomNumbers extends RandomPart {

    RandomNumbers(RandomGenerator random, RandomExpression operands) {
        super(random, operands);
    }

    Oracle integer(int depth) {
        return switch (random.nextInt(9)) {
            case 0 -> cast("year(%s)", Kind.DATE, Kind.INT, depth, date -> (long) ((LocalDate) date).getYear());
            case 1 -> cast("month(%s)", Kind.DATE, Kind.INT, depth, date -> (long) ((LocalDate) date).getMonthValue());
            case 2 -> cast("day(%s)", Kind.DATE, Kind.INT, depth, date -> (long) ((LocalDate) date).getDayOfMonth());
            case 3 ->
                cast(
                        "length(%s)",
                        Kind.TEXT, Kind.INT, depth, text ->
                                (long) ((String) text).codePointCount(0, ((String) text).length()));
            case 4 ->
                cast("cast(%s as int)", Kind.BIGINT, Kind.INT, depth, number -> Oracle.range((Long) number, Kind.INT));
            case 5 ->
                cast(
                        "try_cast(%s as int)",
                        Kind.TEXT, Kind.INT, depth, text -> {
                            try {
                                return Oracle.range(integer((String) text), Kind.INT);
                            } catch (NoAnswer _) {
                                return null;
                            }
                        });
            case 6 -> cast("abs(%s)", Kind.INT, Kind.INT, depth, n -> Oracle.range(Math.abs((Long) n), Kind.INT));
            default -> exact(Kind.INT, of(Kind.INT, depth), of(Kind.INT, depth));
        };
    }

    private Oracle exact(Kind kind, Oracle a, Oracle b) {
        String operator = pick("+", "-", "*", "%", "pmod");
        String text = operator.equals("pmod")
                ? "pmod(" + a.text() + ", " + b.text() + ")"
                : "(" + a.text() + " " + operator + " " + b.text() + ")";
        return Oracle.of(text, kind, row -> {
            boolean divides = operator.equals("%") || operator.equals("pmod");
            @Nullable Object[] sides = sides(a, b, divides, row);
            Object left = sides[0];
            Object right = sides[1];
            if (left == null || right == null) {
                return null;
            }
            BigInteger x = BigInteger.valueOf((Long) left);
            BigInteger y = BigInteger.valueOf((Long) right);
            if ((operator.equals("%") || operator.equals("pmod")) && y.signum() == 0) {
                throw new NoAnswer();
            }
            BigInteger result = switch (operator) {
                case "+" -> x.add(y);
                case "-" -> x.subtract(y);
                case "*" -> x.multiply(y);
                case "%" -> x.remainder(y);
                default -> {
                    BigInteger rest = x.remainder(y);
                    // Spark's sum wraps around.
                    long sum = kind == Kind.INT
                            ? rest.add(y).intValue()
                            : rest.add(y).longValue();
                    yield rest.signum() < 0 ? BigInteger.valueOf(sum).remainder(y) : rest;
                }
            };
            if (result.bitLength() > (kind == Kind.INT ? 31 : 63)) {
                throw new NoAnswer();
            }
            return result.longValue();
        });
    }

    Oracle bigint(int depth) {
        return switch (random.nextInt(5)) {
            case 0 -> cast("cast(%s as bigint)", Kind.TEXT, Kind.BIGINT, depth, text -> integer((String) text));
            case 1 -> cast("unix_timestamp(%s)", Kind.TIMESTAMP, Kind.BIGINT, depth, t -> (Long) t / 1_000_000L);
            case 2 -> exact(Kind.BIGINT, of(Kind.BIGINT, depth), of(Kind.INT, depth));
            case 3 ->
                cast(
                        "(- (%s))",
                        Kind.BIGINT, Kind.BIGINT, depth, n -> {
                            if ((Long) n == Long.MIN_VALUE) {
                                throw new NoAnswer();
                            }
                            return -(Long) n;
                        });
            default -> exact(Kind.BIGINT, of(Kind.BIGINT, depth), of(Kind.BIGINT, depth));
        };
    }

    Oracle floating(int depth) {
        Oracle a = of(pick(Kind.DOUBLE, Kind.INT, Kind.BIGINT), depth);
        Oracle b = of(Kind.DOUBLE, depth);
        if (random.nextInt(4) == 0) {
            return Oracle.of(
                    "cast(" + a.text() + " as double)", Kind.DOUBLE, nullSafe(a, n -> ((Number) n).doubleValue()));
        }
        String operator = pick("+", "-", "*", "/");
        return Oracle.of("(" + a.text() + " " + operator + " " + b.text() + ")", Kind.DOUBLE, row -> {
            @Nullable Object[] sides = sides(a, b, operator.equals("/"), row);
            Object left = sides[0];
            Object right = sides[1];
            if (left == null || right == null) {
                return null;
            }
            double x = ((Number) left).doubleValue();
            double y = (Double) right;
            if (operator.equals("/") && y == 0) {
                throw new NoAnswer();
            }
            return switch (operator) {
                case "+" -> x + y;
                case "-" -> x - y;
                case "*" -> x * y;
                default -> x / y;
            };
        });
    }

    /// The result types are those of Spark's documentation of decimal operations.
    Oracle decimal(int depth) {
        Oracle a = of(Kind.DECIMAL, Math.min(depth, 2));
        Oracle b = of(Kind.DECIMAL, Math.min(depth, 2));
        String operator = pick("+", "-", "*", "/");
        int p1 = a.precision();
        int s1 = a.scale();
        int p2 = b.precision();
        int s2 = b.scale();
        int scale = switch (operator) {
            case "*" -> s1 + s2;
            case "/" -> Math.max(6, s1 + p2 + 1);
            default -> Math.max(s1, s2);
        };
        int precision = switch (operator) {
            case "*" -> p1 + p2 + 1;
            case "/" -> p1 - s1 + s2 + scale;
            default -> Math.max(p1 - s1, p2 - s2) + scale + 1;
        };
        if (precision > 38) {
            scale = Math.max(38 - (precision - scale), Math.min(scale, 6));
            precision = 38;
        }
        return Oracle.decimal("(" + a.text() + " " + operator + " " + b.text() + ")", precision, scale, row -> {
            @Nullable Object[] sides = sides(a, b, operator.equals("/"), row);
            BigDecimal left = (BigDecimal) sides[0];
            BigDecimal right = (BigDecimal) sides[1];
            if (left == null || right == null) {
                return null;
            }
            if (operator.equals("/") && right.signum() == 0) {
                throw new NoAnswer();
            }
            return switch (operator) {
                case "+" -> left.add(right);
                case "-" -> left.subtract(right);
                case "*" -> left.multiply(right).round(new MathContext(39, RoundingMode.HALF_UP));
                default -> left.divide(right, 39, RoundingMode.HALF_UP);
            };
        });
    }
}
