package dev.tidemark.expression;

import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.expression.Expression.Operator;
import dev.tidemark.expression.Expression.Relation;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the text of an expression. Recursive descent with Spark's precedences, loosest first: OR, AND, NOT, one of
/// IS, IN, BETWEEN, LIKE, RLIKE, comparisons, `+ -`, `* / %`, sign, `.field` and `[index]`.
public final class ExpressionParser {

    private static final Map<String, Relation> RELATIONS = Map.of(
            "=", Relation.EQUAL,
            "==", Relation.EQUAL,
            "!=", Relation.NOT_EQUAL,
            "<>", Relation.NOT_EQUAL,
            "<", Relation.LESS,
            "<=", Relation.LESS_OR_EQUAL,
            ">", Relation.GREATER,
            ">=", Relation.GREATER_OR_EQUAL,
            "<=>", Relation.NULL_SAFE_EQUAL);
    private static final Map<String, Operator> SUMS = Map.of("+", Operator.ADD, "-", Operator.SUBTRACT);
    private static final Map<String, Operator> PRODUCTS =
            Map.of("*", Operator.MULTIPLY, "/", Operator.DIVIDE, "%", Operator.REMAINDER);

    private final TokenCursor cursor;

    private ExpressionParser(String text) {
        this.cursor = new TokenCursor(text);
    }

    /// @throws ExpressionException naming the place, what is wrong and what to write instead
    public static Expression parse(String text) {
        ExpressionParser parser = new ExpressionParser(text);
        if (parser.cursor.token().kind() == Token.Kind.END) {
            throw new ExpressionException(text, 1, "the expression is empty.", null);
        }
        Expression expression = parser.expression();
        if (parser.cursor.token().kind() != Token.Kind.END) {
            throw parser.cursor.unexpected("an operator or the end of the expression");
        }
        return expression;
    }

    private Expression expression() {
        cursor.enter();
        Expression first = conjunction();
        if (!cursor.token().is("OR")) {
            cursor.leave();
            return first;
        }
        SourcePosition position = cursor.position();
        List<Expression> terms = new ArrayList<>(List.of(first));
        while (cursor.taken("OR")) {
            terms.add(conjunction());
        }
        cursor.leave();
        return new Expression.Or(position, terms);
    }

    private Expression conjunction() {
        Expression first = negation();
        if (!cursor.token().is("AND")) {
            return first;
        }
        SourcePosition position = cursor.position();
        List<Expression> terms = new ArrayList<>(List.of(first));
        while (cursor.taken("AND")) {
            terms.add(negation());
        }
        return new Expression.And(position, terms);
    }

    private Expression negation() {
        SourcePosition position = cursor.position();
        if (cursor.taken("NOT") || cursor.taken("!")) {
            cursor.enter();
            Expression value = negation();
            cursor.leave();
            return new Expression.Not(position, value);
        }
        return predicate();
    }

    private Expression predicate() {
        Expression value = comparison();
        SourcePosition position = cursor.position();
        if (cursor.taken("IS")) {
            boolean negated = cursor.taken("NOT");
            if (!cursor.taken("NULL")) {
                throw cursor.unexpected("NULL after IS");
            }
            return new Expression.IsNull(position, value, negated);
        }
        boolean negated = cursor.taken("NOT");
        if (cursor.taken("IN")) {
            cursor.take("(");
            return new Expression.In(position, value, listUpTo(")"), negated);
        }
        if (cursor.taken("BETWEEN")) {
            Expression low = comparison();
            if (!cursor.taken("AND")) {
                throw cursor.unexpected("AND and the upper bound of BETWEEN");
            }
            return new Expression.Between(position, value, low, comparison(), negated);
        }
        if (cursor.taken("LIKE")) {
            Expression pattern = comparison();
            return new Expression.Like(
                    position, value, pattern, cursor.taken("ESCAPE") ? escapeCharacter() : '\\', negated);
        }
        if (cursor.taken("RLIKE") || cursor.taken("REGEXP")) {
            return new Expression.RLike(position, value, comparison(), negated);
        }
        if (negated) {
            throw cursor.unexpected("IN, BETWEEN, LIKE or RLIKE after NOT");
        }
        return value;
    }

    private char escapeCharacter() {
        Token escape = cursor.token();
        if (escape.kind() != Token.Kind.TEXT || escape.text().length() != 1) {
            throw cursor.unexpected("one character in quotes after ESCAPE");
        }
        cursor.advance(1);
        return escape.text().charAt(0);
    }

    private Expression comparison() {
        Expression left = sum();
        for (int count = 0; ; count++) {
            Relation relation = cursor.token().kind() == Token.Kind.SYMBOL
                    ? RELATIONS.get(cursor.token().text())
                    : null;
            if (relation == null) {
                return left;
            }
            SourcePosition position = cursor.position();
            cursor.chain(count);
            cursor.advance(1);
            left = new Expression.Compare(position, relation, left, sum());
        }
    }

    private Expression sum() {
        Expression left = product();
        for (int count = 0; ; count++) {
            Operator operator = operator(SUMS);
            if (operator == null) {
                return left;
            }
            SourcePosition position = cursor.position();
            cursor.chain(count);
            cursor.advance(1);
            left = new Expression.Arithmetic(position, operator, left, product());
        }
    }

    private Expression product() {
        Expression left = sign();
        for (int count = 0; ; count++) {
            Operator operator = operator(PRODUCTS);
            if (operator == null) {
                return left;
            }
            SourcePosition position = cursor.position();
            cursor.chain(count);
            cursor.advance(1);
            left = new Expression.Arithmetic(position, operator, left, sign());
        }
    }

    private @Nullable Operator operator(Map<String, Operator> operators) {
        return cursor.token().kind() == Token.Kind.SYMBOL
                ? operators.get(cursor.token().text())
                : null;
    }

    private Expression sign() {
        SourcePosition position = cursor.position();
        if (cursor.taken("-")) {
            if (cursor.token().kind() == Token.Kind.NUMBER) {
                Token number = cursor.token();
                cursor.advance(1);
                return accesses(NumberText.literal(position, "-" + number.text()));
            }
            cursor.enter();
            Expression value = sign();
            cursor.leave();
            return new Expression.Negate(position, value);
        }
        if (cursor.taken("+")) {
            cursor.enter();
            Expression value = sign();
            cursor.leave();
            return value;
        }
        return accesses(primary());
    }

    private Expression accesses(Expression base) {
        Expression value = base;
        for (int count = 0; ; count++) {
            SourcePosition position = cursor.position();
            if (cursor.taken(".")) {
                Token field = cursor.token();
                if (field.kind() != Token.Kind.WORD && field.kind() != Token.Kind.QUOTED_NAME) {
                    throw cursor.unexpected("the name of a field");
                }
                cursor.advance(1);
                value = new Expression.FieldOf(position, value, field.text());
            } else if (cursor.taken("[")) {
                Expression index = expression();
                cursor.take("]");
                value = new Expression.ElementOf(position, value, index);
            } else {
                return value;
            }
            cursor.chain(count);
        }
    }

    private Expression primary() {
        Token token = cursor.token();
        SourcePosition position = cursor.position();
        return switch (token.kind()) {
            case NUMBER -> {
                cursor.advance(1);
                yield NumberText.literal(position, token.text());
            }
            case TEXT -> {
                cursor.advance(1);
                yield new Expression.TextLiteral(position, token.text());
            }
            case QUOTED_NAME -> {
                cursor.advance(1);
                yield new Expression.Name(position, token.text());
            }
            case WORD -> word(token, position);
            case SYMBOL, END -> {
                if (!cursor.taken("(")) {
                    throw cursor.unexpected("a value");
                }
                Expression inner = expression();
                cursor.take(")");
                yield inner;
            }
        };
    }

    private Expression word(Token word, SourcePosition position) {
        Token next = cursor.following();
        String upper = word.upper();
        if (upper.equals("CASE")) {
            cursor.advance(1);
            return cases(position);
        }
        if (next.is("(")) {
            if (upper.equals("CAST") || upper.equals("TRY_CAST")) {
                cursor.advance(2);
                return cast(position, upper.equals("TRY_CAST"));
            }
            if (!TokenCursor.RESERVED.contains(upper)) {
                cursor.advance(2);
                List<Expression> arguments = cursor.taken(")") ? List.of() : listUpTo(")");
                return new Expression.Call(position, word.text().toLowerCase(Locale.ROOT), arguments);
            }
        }
        if (next.kind() == Token.Kind.TEXT && (upper.equals("DATE") || upper.equals("TIMESTAMP"))) {
            cursor.advance(2);
            return time(position, upper.equals("DATE") ? DataType.DATE : DataType.TIMESTAMP, next.text());
        }
        if (TokenCursor.RESERVED.contains(upper)) {
            throw cursor.unexpected("a value");
        }
        cursor.advance(1);
        return switch (upper) {
            case "TRUE" -> new Expression.BooleanLiteral(position, true);
            case "FALSE" -> new Expression.BooleanLiteral(position, false);
            case "NULL" -> new Expression.NullLiteral(position);
            default -> new Expression.Name(position, word.text());
        };
    }

    private static Expression time(SourcePosition position, DataType type, String value) {
        boolean date = type.equals(DataType.DATE);
        long parsed = date ? TimeText.days(value) : TimeText.micros(value, ZoneOffset.UTC);
        if (parsed == TimeText.INVALID) {
            throw position.error(
                    "'" + value + "' is not a " + type + ".",
                    date ? "Write DATE '2026-01-31'." : "Write TIMESTAMP '2026-01-31 12:30:00'.");
        }
        return new Expression.TimeLiteral(position, type, value);
    }

    private Expression cases(SourcePosition position) {
        Expression operand = cursor.token().is("WHEN") ? null : expression();
        List<Expression.Branch> branches = new ArrayList<>();
        while (cursor.taken("WHEN")) {
            Expression when = expression();
            if (!cursor.taken("THEN")) {
                throw cursor.unexpected("THEN");
            }
            branches.add(new Expression.Branch(when, expression()));
        }
        if (branches.isEmpty()) {
            throw cursor.unexpected("WHEN");
        }
        Expression otherwise = cursor.taken("ELSE") ? expression() : null;
        if (!cursor.taken("END")) {
            throw cursor.unexpected("WHEN, ELSE or the END of the CASE at column " + position.column());
        }
        return new Expression.Case(position, operand, branches, otherwise);
    }

    private Expression cast(SourcePosition position, boolean orNull) {
        Expression value = expression();
        if (!cursor.taken("AS")) {
            throw cursor.unexpected("AS and a type, as in cast(x AS int)");
        }
        int from = cursor.token().start();
        int depth = 0;
        while (cursor.token().kind() != Token.Kind.END
                && (depth > 0 || !cursor.token().is(")"))) {
            depth += cursor.token().is("(") ? 1 : cursor.token().is(")") ? -1 : 0;
            cursor.advance(1);
        }
        String type = cursor.text(from, cursor.token().start()).strip();
        SourcePosition typePosition = cursor.position(from);
        cursor.take(")");
        try {
            return new Expression.Cast(position, value, DataTypeParser.parse(type), orNull);
        } catch (IllegalArgumentException notAType) {
            throw typePosition.error(notAType.getMessage() + ".", null);
        }
    }

    private List<Expression> listUpTo(String end) {
        List<Expression> values = new ArrayList<>();
        do {
            values.add(expression());
        } while (cursor.taken(","));
        cursor.take(end);
        return values;
    }
}
