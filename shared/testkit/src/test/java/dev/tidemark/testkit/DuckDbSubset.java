package dev.tidemark.testkit;

import java.util.Random;

/// Makes random expressions in both languages at once.
final class DuckDbSubset {

    /// The same expression as Tidemark and as DuckDB write it.
    record Pair(String tidemark, String duckDb) {

        static Pair same(String text) {
            return new Pair(text, text);
        }

        /// Both with the parts in the places of `%s`.
        static Pair of(String tidemark, String duckDb, Pair... parts) {
            Object[] ours = new Object[parts.length];
            Object[] theirs = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                ours[i] = parts[i].tidemark;
                theirs[i] = parts[i].duckDb;
            }
            return new Pair(tidemark.formatted(ours), duckDb.formatted(theirs));
        }

        static Pair of(String both, Pair... parts) {
            return of(both, both, parts);
        }
    }

    private final Random random;

    DuckDbSubset(Random random) {
        this.random = random;
    }

    Pair next() {
        int depth = random.nextInt(1, 4);
        return switch (random.nextInt(8)) {
            case 0 -> number(depth);
            case 1 -> text(depth);
            case 2 -> date(depth);
            case 3 -> floating(depth);
            case 4 -> decimal(depth);
            default -> condition(depth);
        };
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private Pair number(int depth) {
        if (depth == 0) {
            return Pair.same(pick("i", "j", "l", "3", "(-7)", "0", "100"));
        }
        return switch (random.nextInt(9)) {
            case 6 -> Pair.of("(%s %% " + pick("3", "(-7)", "100", "j") + ")", number(depth - 1));
            case 0 -> Pair.of("length(%s)", text(depth - 1));
            case 1 -> Pair.of(pick("year", "month", "day") + "(%s)", date(depth - 1));
            case 2 -> Pair.of("abs(%s)", number(depth - 1));
            case 3 -> Pair.of("coalesce(%s, %s)", number(depth - 1), number(depth - 1));
            case 4 -> Pair.of("nullif(%s, %s)", number(depth - 1), number(depth - 1));
            case 5 ->
                Pair.of(
                        "(case when %s then %s else %s end)",
                        condition(depth - 1), number(depth - 1), number(depth - 1));
            default -> Pair.of("(%s " + pick("+", "-", "*") + " %s)", number(depth - 1), number(depth - 1));
        };
    }

    private Pair floating(int depth) {
        if (depth == 0) {
            return Pair.same(pick("d", "2.5e0"));
        }
        return Pair.of("(%s " + pick("+", "-", "*") + " %s)", floating(depth - 1), floating(depth - 1));
    }

    private Pair decimal(int depth) {
        if (depth == 0) {
            return Pair.same(pick("m", "1.25", "(-0.5)"));
        }
        return Pair.of("(%s " + pick("+", "-") + " %s)", decimal(depth - 1), decimal(depth - 1));
    }

    private Pair text(int depth) {
        if (depth == 0) {
            return Pair.same(pick("s", "r", "'a'", "''", "'O''Brien'", "'ä'"));
        }
        return switch (random.nextInt(8)) {
            case 0 -> Pair.of("lower(%s)", text(depth - 1));
            case 1 -> Pair.of("upper(%s)", text(depth - 1));
            case 2 -> Pair.of("trim(%s)", text(depth - 1));
            case 3 -> Pair.of("replace(%s, 'a', 'bc')", text(depth - 1));
            case 4 -> Pair.of("cast(%s as string)", "cast(%s as varchar)", number(depth - 1));
            case 5 -> Pair.of("substr(%s, " + pick("1", "2", "3") + ", " + pick("0", "1", "2") + ")", text(depth - 1));
            case 6 -> Pair.of("nullif(%s, %s)", text(depth - 1), text(depth - 1));
            default -> Pair.of("concat(%s, %s)", "(%s || %s)", text(depth - 1), text(depth - 1));
        };
    }

    private Pair date(int depth) {
        if (depth == 0) {
            return Pair.same(pick("t", "u", "DATE '2024-02-29'"));
        }
        String days = pick("1", "30", "400");
        return switch (random.nextInt(3)) {
            case 0 -> Pair.of("date_add(%s, " + days + ")", "(%s + " + days + ")", date(depth - 1));
            case 1 -> Pair.of("date_sub(%s, " + days + ")", "(%s - " + days + ")", date(depth - 1));
            default -> Pair.of("coalesce(%s, %s)", date(depth - 1), date(depth - 1));
        };
    }

    private Pair condition(int depth) {
        if (depth == 0) {
            return Pair.same(pick("b", "true", "false", "(b is null)"));
        }
        String not = pick("", "not ");
        return switch (random.nextInt(8)) {
            case 0 -> Pair.of("(%s and %s)", condition(depth - 1), condition(depth - 1));
            case 1 -> Pair.of("(%s or %s)", condition(depth - 1), condition(depth - 1));
            case 2 -> Pair.of("(not %s)", condition(depth - 1));
            case 3 -> Pair.of("(%s is " + not + "null)", sameKind(depth - 1)[0]);
            case 4 -> Pair.of("(%s " + not + "in (%s, %s" + pick("", ", null") + "))", triple(depth - 1));
            case 5 -> Pair.of("(%s " + not + "between %s and %s)", triple(depth - 1));
            case 6 ->
                Pair.of(
                        "(%s " + not + "like '" + pick("%%", "a%%", "%%b%%", "_", "_%%_", "%%a%%b%%", "x_y") + "')",
                        text(depth - 1));
            default ->
                Pair.of("(%s " + pick("=", "==", "<>", "!=", "<", "<=", ">", ">=") + " %s)", sameKind(depth - 1));
        };
    }

    private Pair[] triple(int depth) {
        return switch (random.nextInt(3)) {
            case 0 -> new Pair[] {number(depth), number(0), number(0)};
            case 1 -> new Pair[] {text(depth), text(0), text(0)};
            default -> new Pair[] {date(depth), date(0), date(0)};
        };
    }

    private Pair[] sameKind(int depth) {
        return switch (random.nextInt(6)) {
            case 0 -> new Pair[] {number(depth), number(depth)};
            case 1 -> new Pair[] {text(depth), text(depth)};
            case 2 -> new Pair[] {date(depth), date(depth)};
            case 3 -> new Pair[] {decimal(depth), number(depth)};
            case 4 -> new Pair[] {floating(depth), number(depth)};
            default -> new Pair[] {decimal(depth), decimal(depth)};
        };
    }
}
