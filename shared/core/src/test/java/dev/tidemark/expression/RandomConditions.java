package dev.tidemark.expression;

import dev.tidemark.expression.Oracle.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// AND, OR, NOT, comparisons, IN, BETWEEN, LIKE.
final class RandomConditions extends RandomPart {

    RandomConditions(RandomGenerator random, RandomExpression operands) {
        super(random, operands);
    }

    Oracle condition(int depth) {
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
}
