package dev.tidemark.expression;

import dev.tidemark.expression.Oracle.Kind;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.random.RandomGenerator;

/// Makes random expressions together with their meaning.
final class RandomExpression {

    private final RandomGenerator random;
    private final RandomConditions conditions;
    private final RandomNumbers numbers;
    private final RandomTexts texts;

    RandomExpression(RandomGenerator random) {
        this.random = random;
        this.conditions = new RandomConditions(random, this);
        this.numbers = new RandomNumbers(random, this);
        this.texts = new RandomTexts(random, this);
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
                    case BOOLEAN -> conditions.condition(depth - 1);
                    case INT -> numbers.integer(depth - 1);
                    case BIGINT -> numbers.bigint(depth - 1);
                    case DOUBLE -> numbers.floating(depth - 1);
                    case DECIMAL -> numbers.decimal(depth - 1);
                    case TEXT -> texts.text(depth - 1);
                    case DATE -> texts.date(depth - 1);
                    case TIMESTAMP -> texts.timestamp(depth - 1);
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
            return numbers.decimal(depth - 1);
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
                    return value != null && other != null && RandomPart.order(value, other) == 0 ? null : value;
                });
        };
    }
}
