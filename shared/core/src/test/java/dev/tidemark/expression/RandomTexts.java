package dev.tidemark.expression;

import dev.tidemark.expression.Oracle.Kind;
import dev.tidemark.expression.Oracle.NoAnswer;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.random.RandomGenerator;

/// Texts, dates and timestamps.
final class RandomTexts extends RandomPart {

    RandomTexts(RandomGenerator random, RandomExpression operands) {
        super(random, operands);
    }

    Oracle text(int depth) {
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

    Oracle date(int depth) {
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

    Oracle timestamp(int depth) {
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
