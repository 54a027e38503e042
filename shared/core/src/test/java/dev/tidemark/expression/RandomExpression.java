package dev.tidemark.expression;

import dev.tidemark.expression.Oracle.Kind;
import dev.tidemark.expression.Oracle.Meaning;
import dev.tidemark.expression.Oracle.NoAnswer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Makes random expressions together with their meaning.
final class RandomExpression {

    private final RandomGenerator random;

    RandomExpression(RandomGenerator random) {
        this.random = random;
    }

    Oracle next(int depth) {
        return of(pick(Kind.values()), depth);
    }

    Oracle of(Kind kind, int depth) {
        if (depth <= 0) {
            return leaf(kind);
        }
        return switch (random.nextInt(10)) {
            case 0 -> leaf(kind);
            case 1 -> chosen(kind, depth);
            default ->
                switch (kind) {
                    case BOOLEAN -> condition(depth - 1);
                    case INT -> integer(depth - 1);
                    case BIGINT -> bigint(depth - 1);
                    case DOUBLE -> floating(depth - 1);
                    case DECIMAL -> decimal(depth - 1);
                    case TEXT -> text(depth - 1);
                    case DATE -> date(depth - 1);
                    case TIMESTAMP -> timestamp(depth - 1);
                };
        };
    }

    private Oracle leaf(Kind kind) {
        return switch (kind) {
            case BOOLEAN ->
                random.nextInt(4) == 0 ? constant(random.nextBoolean() ? "true" : "FALSE", kind) : column("b", kind);
            case INT -> {
                int number = pick(0, 1, -1, 3, 12, Integer.MAX_VALUE, Integer.MIN_VALUE);
                yield random.nextInt(3) == 0
                        ? Oracle.of("(" + number + ")", kind, _ -> (long) number)
                        : column(random.nextBoolean() ? "I" : "j", kind);
            }
            case BIGINT -> random.nextInt(4) == 0 ? Oracle.of("2147483648", kind, _ -> 2147483648L) : column("l", kind);
            case DOUBLE -> random.nextInt(4) == 0 ? Oracle.of("2.5e0", kind, _ -> 2.5) : column("d", kind);
            case DECIMAL -> {
                if (random.nextInt(4) == 0) {
                    yield Oracle.decimal("1.25", 3, 2, _ -> new BigDecimal("1.25"));
                }
                boolean wide = random.nextBoolean();
                String name = wide ? "w" : "`M`";
                yield Oracle.decimal(name, wide ? 30 : 10, wide ? 4 : 2, row -> row.value(wide ? "w" : "m"));
            }
            case TEXT -> {
                String value = pick("", "a", "12", "ä", "O'Brien", "%");
                yield random.nextInt(3) == 0
                        ? Oracle.of("'" + value.replace("'", "''") + "'", kind, _ -> value)
                        : column(random.nextBoolean() ? "s" : "r", kind);
            }
            case DATE ->
                random.nextInt(4) == 0
                        ? Oracle.of("DATE '2024-02-29'", kind, _ -> LocalDate.of(2024, 2, 29))
                        : column("t", kind);
            case TIMESTAMP -> column("ts", kind);
        };
    }

    private Oracle constant(String text, Kind kind) {
        return Oracle.of(text, kind, _ -> text.equals("true"));
    }

    private Oracle column(String name, Kind kind) {
        return Oracle.of(name, kind, row -> row.value(name));
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }

    /// if, coalesce, CASE, nullif: what is not taken must not fail.
    private Oracle chosen(Kind kind, int depth) {
        if (kind == Kind.DECIMAL) {
            return decimal(depth - 1);
        }
        Oracle a = of(kind, depth - 1);
        Oracle b = of(kind, depth - 1);
        Oracle c = of(Kind.BOOLEAN, depth - 1);
        return switch (random.nextInt(4)) {
            case 0 ->
                Oracle.of(
                        "if(" + c.text() + ", " + a.text() + ", " + b.text() + ")",
                        kind,
                        row -> Boolean.TRUE.equals(c.meaning().of(row))
                                ? a.meaning().of(row)
                                : b.meaning().of(row));
            case 1 ->
                Oracle.of("CoAlesce(" + a.text() + ", null, " + b.text() + ")", kind, row -> {
                    Object first = a.meaning().of(row);
                    return first != null ? first : b.meaning().of(row);
                });
            case 2 ->
                Oracle.of(
                        "case when " + c.text() + " then " + a.text() + " when b then " + b.text() + " end",
                        kind,
                        row -> {
                            if (Boolean.TRUE.equals(c.meaning().of(row))) {
                                return a.meaning().of(row);
                            }
                            return Boolean.TRUE.equals(row.value("b"))
                                    ? b.meaning().of(row)
                                    : null;
                        });
            default ->
                Oracle.of("nullif(" + a.text() + ", " + b.text() + ")", kind, row -> {
                    Object value = a.meaning().of(row);
                    Object other = value == null ? null : b.meaning().of(row);
                    return value != null && other != null && order(value, other) == 0 ? null : value;
                });
        };
    }

    private Oracle condition(int depth) {
        return switch (random.nextInt(9)) {
            case 0, 1 -> {
                Oracle a = of(Kind.BOOLEAN, depth);
                Oracle b = of(Kind.BOOLEAN, depth);
                boolean and = random.nextBoolean();
                yield Oracle.of("(" + a.text() + (and ? " and " : " OR ") + b.text() + ")", Kind.BOOLEAN, row -> {
                    Object left = a.meaning().of(row);
                    if (left != null && left.equals(!and)) {
                        return !and;
                    }
                    Object right = b.meaning().of(row);
                    if (right != null && right.equals(!and)) {
                        return !and;
                    }
                    return (left == null || right == null) ? null : and;
                });
            }
            case 2 -> {
                Oracle a = of(Kind.BOOLEAN, depth);
                yield Oracle.of("(not " + a.text() + ")", Kind.BOOLEAN, row -> {
                    Object value = a.meaning().of(row);
                    return value == null ? null : !(Boolean) value;
                });
            }
            case 3 -> {
                Oracle a = next(depth);
                boolean not = random.nextBoolean();
                yield Oracle.of(
                        "(" + a.text() + " is " + (not ? "not " : "") + "null)",
                        Kind.BOOLEAN,
                        row -> (a.meaning().of(row) == null) != not);
            }
            case 4 -> in(depth);
            case 5 -> like(depth);
            case 6 -> between(depth);
            default -> comparison(depth);
        };
    }

    private Oracle comparison(int depth) {
        Kind kind = pick(Kind.values());
        // Of long fractions Spark compares what is left after it made room for the digits before the point.
        int deep = kind == Kind.DECIMAL ? 0 : depth;
        Oracle a = of(kind, deep);
        Oracle b = of(kind == Kind.INT && random.nextBoolean() ? Kind.BIGINT : kind, deep);
        if (kind == Kind.INT && random.nextInt(4) == 0) {
            b = cast("%s", Kind.TEXT, Kind.BIGINT, depth, value -> integer((String) value));
        }
        Oracle right = b;
        String relation = pick("=", "==", "!=", "<>", "<", "<=", ">", ">=", "<=>");
        return Oracle.of("(" + a.text() + " " + relation + " " + right.text() + ")", Kind.BOOLEAN, row -> {
            Object left = a.meaning().of(row);
            Object other = left == null && !relation.equals("<=>")
                    ? null
                    : right.meaning().of(row);
            if (relation.equals("<=>")) {
                return (left == null || other == null) ? (left == null && other == null) : order(left, other) == 0;
            }
            if (left == null || other == null) {
                return null;
            }
            int order = order(left, other);
            return switch (relation) {
                case "=", "==" -> order == 0;
                case "!=", "<>" -> order != 0;
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        });
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

    private Oracle in(int depth) {
        Kind kind = pick(Kind.INT, Kind.TEXT, Kind.DATE, Kind.BIGINT);
        Oracle a = of(kind, depth);
        List<Oracle> options = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            options.add(of(kind, Math.min(depth, 1)));
        }
        boolean withNull = random.nextInt(4) == 0;
        boolean not = random.nextBoolean();
        String list = String.join(", ", options.stream().map(Oracle::text).toList()) + (withNull ? ", null" : "");
        return Oracle.of("(" + a.text() + (not ? " NOT" : "") + " IN (" + list + "))", Kind.BOOLEAN, row -> {
            Object value = a.meaning().of(row);
            if (value == null) {
                return null;
            }
            boolean unknown = withNull;
            for (Oracle option : options) {
                Object candidate = option.meaning().of(row);
                if (candidate == null) {
                    unknown = true;
                } else if (order(value, candidate) == 0) {
                    return !not;
                }
            }
            return unknown ? null : not;
        });
    }

    private Oracle between(int depth) {
        Kind kind = pick(Kind.INT, Kind.TEXT, Kind.DATE, Kind.DOUBLE, Kind.TIMESTAMP);
        Oracle a = of(kind, depth);
        Oracle low = of(kind, Math.min(depth, 1));
        Oracle high = of(kind, Math.min(depth, 1));
        String text = "(" + a.text() + " between " + low.text() + " and " + high.text() + ")";
        return Oracle.of(text, Kind.BOOLEAN, row -> {
            Object value = a.meaning().of(row);
            Object least = value == null ? null : low.meaning().of(row);
            Boolean above = (value == null || least == null) ? null : order(value, least) >= 0;
            if (Boolean.FALSE.equals(above)) {
                return false;
            }
            Object most = value == null ? null : high.meaning().of(row);
            Boolean below = (value == null || most == null) ? null : order(value, most) <= 0;
            if (Boolean.FALSE.equals(below)) {
                return false;
            }
            return (above == null || below == null) ? null : true;
        });
    }

    private Oracle like(int depth) {
        Oracle a = of(Kind.TEXT, depth);
        String pattern = pick("%", "a%", "%b%", "_", "a\\_b", "%\\%", "%a%b%", "x_y", "");
        String regex = pattern.replace("\\_", "\u0001")
                .replace("\\%", "\u0002")
                .replace("%", ".*")
                .replace("_", ".")
                .replace("\u0001", "_")
                .replace("\u0002", "%");
        return Oracle.of("(" + a.text() + " like '" + pattern + "')", Kind.BOOLEAN, row -> {
            String value = (String) a.meaning().of(row);
            return value == null
                    ? null
                    : java.util.regex.Pattern.compile(regex, java.util.regex.Pattern.DOTALL)
                            .matcher(value)
                            .matches();
        });
    }

    @FunctionalInterface
    private interface One {
        @Nullable
        Object of(Object value) throws NoAnswer;
    }

    /// A function of one argument, null for null.
    private Oracle cast(String format, Kind from, Kind to, int depth, One meaning) {
        Oracle a = of(from, depth);
        return Oracle.of(format.formatted(a.text()), to, nullSafe(a, meaning));
    }

    private static Meaning nullSafe(Oracle a, One meaning) {
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

    private Oracle integer(int depth) {
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

    /// A divisor is looked at first, otherwise the left side; where that is null the other cannot fail.
    private static @Nullable Object[] sides(Oracle a, Oracle b, boolean divides, RandomRow row) throws NoAnswer {
        Object first = (divides ? b : a).meaning().of(row);
        Object second = first == null ? null : (divides ? a : b).meaning().of(row);
        return divides ? new @Nullable Object[] {second, first} : new @Nullable Object[] {first, second};
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

    private Oracle bigint(int depth) {
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

    private Oracle floating(int depth) {
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
    private Oracle decimal(int depth) {
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

    private Oracle text(int depth) {
        return switch (random.nextInt(9)) {
            case 0 -> cast("upper(%s)", Kind.TEXT, Kind.TEXT, depth, t -> ((String) t).toUpperCase(Locale.ROOT));
            case 1 -> cast("LOWER(%s)", Kind.TEXT, Kind.TEXT, depth, t -> ((String) t).toLowerCase(Locale.ROOT));
            case 2 -> cast("trim(%s)", Kind.TEXT, Kind.TEXT, depth, t -> ((String) t).replaceAll("^ +| +$", ""));
            case 3 ->
                cast(
                        "cast(%s as string)",
                        pick(Kind.INT, Kind.BIGINT, Kind.DOUBLE, Kind.BOOLEAN), Kind.TEXT, depth, Object::toString);
            case 4 -> cast("cast(%s as string)", Kind.DECIMAL, Kind.TEXT, depth, n -> ((BigDecimal) n).toPlainString());
            case 5 ->
                cast("replace(%s, 'a', 'bb')", Kind.TEXT, Kind.TEXT, depth, t -> ((String) t).replaceAll("a", "bb"));
            case 6 -> substring(depth);
            case 7 ->
                cast(
                        "date_format(%s, 'yyyy-MM')",
                        Kind.DATE, Kind.TEXT, depth, d -> {
                            LocalDate date = (LocalDate) d;
                            if (date.getYear() < 1 || date.getYear() > 9999) {
                                return date.format(java.time.format.DateTimeFormatter.ofPattern("uuuu-MM"));
                            }
                            return "%04d-%02d".formatted(date.getYear(), date.getMonthValue());
                        });
            default -> {
                Oracle a = of(Kind.TEXT, depth);
                Oracle b = of(Kind.TEXT, depth);
                yield Oracle.of("concat(" + a.text() + ", '-', " + b.text() + ")", Kind.TEXT, row -> {
                    Object left = a.meaning().of(row);
                    Object right = left == null ? null : b.meaning().of(row);
                    return left == null || right == null ? null : left + "-" + right;
                });
            }
        };
    }

    private Oracle substring(int depth) {
        int from = random.nextInt(-4, 5);
        int length = random.nextInt(-1, 4);
        return cast("substr(%s, " + from + ", " + length + ")", Kind.TEXT, Kind.TEXT, depth, t -> {
            int[] characters = ((String) t).codePoints().toArray();
            int start = from > 0 ? from - 1 : from == 0 ? 0 : characters.length + from;
            StringBuilder result = new StringBuilder();
            for (int i = start; i < start + length; i++) {
                if (i >= 0 && i < characters.length) {
                    result.appendCodePoint(characters[i]);
                }
            }
            return result.toString();
        });
    }

    private Oracle date(int depth) {
        return switch (random.nextInt(5)) {
            case 0 -> {
                int days = random.nextInt(-400, 400);
                yield cast(
                        "date_add(%s, " + days + ")", Kind.DATE, Kind.DATE, depth, d -> ((LocalDate) d).plusDays(days));
            }
            case 1 -> {
                int months = random.nextInt(-40, 40);
                yield cast(
                        "add_months(%s, " + months + ")",
                        Kind.DATE,
                        Kind.DATE,
                        depth,
                        d -> ((LocalDate) d).plusMonths(months));
            }
            case 2 ->
                cast(
                        "to_date(%s)",
                        Kind.TIMESTAMP,
                        Kind.DATE,
                        depth,
                        t -> LocalDate.ofEpochDay(Math.floorDiv((Long) t, 86_400_000_000L)));
            case 3 ->
                cast(
                        "make_date(2026, 2, %s)",
                        Kind.INT, Kind.DATE, depth, day -> {
                            try {
                                return LocalDate.of(2026, 2, Math.toIntExact((Long) day));
                            } catch (DateTimeException _) {
                                throw new NoAnswer();
                            }
                        });
            default -> cast("(%s - 3)", Kind.DATE, Kind.DATE, depth, d -> ((LocalDate) d).minusDays(3));
        };
    }

    private Oracle timestamp(int depth) {
        if (random.nextBoolean()) {
            return cast(
                    "cast(%s as timestamp)",
                    Kind.DATE, Kind.TIMESTAMP, depth, d -> ((LocalDate) d).toEpochDay() * 86_400_000_000L);
        }
        boolean hour = random.nextBoolean();
        return cast("date_trunc('" + (hour ? "hour" : "MONTH") + "', %s)", Kind.TIMESTAMP, Kind.TIMESTAMP, depth, t -> {
            long micros = (Long) t;
            if (hour) {
                return micros - Math.floorMod(micros, 3_600_000_000L);
            }
            LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, 86_400_000_000L));
            return date.withDayOfMonth(1).toEpochDay() * 86_400_000_000L;
        });
    }
}
