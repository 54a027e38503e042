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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the text of an expression. Recursive descent with Spark's precedences, loosest first: OR, AND, NOT, one of
/// IS, IN, BETWEEN, LIKE, RLIKE, comparisons, `+ -`, `* / %`, sign, `.field` and `[index]`.
public final class ExpressionParser {

    /// Levels of parentheses, calls and the like: bounds the stack that parsing and evaluating take.
    static final int MAX_NESTING = 200;
    /// Operators that lean on the one before them (`a + b - c`), in the whole expression; AND and OR are free.
    static final int MAX_CHAINED = 500;

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
    /// Words that cannot be columns without backticks, because an operator would be misread.
    private static final Set<String> RESERVED = Set.of(
            "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "RLIKE", "IS", "CASE", "WHEN", "THEN", "ELSE", "END", "AS");

    private final String text;
    private final List<Token> tokens;
    private int at;
    private int nesting;
    private int chained;

    private ExpressionParser(String text) {
        this.text = text;
        this.tokens = ExpressionLexer.tokens(text);
    }

    /// @throws ExpressionException naming the place, what is wrong and what to write instead
    public static Expression parse(String text) {
        ExpressionParser parser = new ExpressionParser(text);
        if (parser.token().kind() == Token.Kind.END) {
            throw new ExpressionException(text, 1, "the expression is empty.", null);
        }
        Expression expression = parser.expression();
        if (parser.token().kind() != Token.Kind.END) {
            throw parser.unexpected("an operator or the end of the expression");
        }
        return expression;
    }

    private Expression expression() {
        enter();
        Expression first = conjunction();
        if (!token().is("OR")) {
            nesting--;
            return first;
        }
        SourcePosition position = position();
        List<Expression> terms = new ArrayList<>(List.of(first));
        while (taken("OR")) {
            terms.add(conjunction());
        }
        nesting--;
        return new Expression.Or(position, terms);
    }

    private Expression conjunction() {
        Expression first = negation();
        if (!token().is("AND")) {
            return first;
        }
        SourcePosition position = position();
        List<Expression> terms = new ArrayList<>(List.of(first));
        while (taken("AND")) {
            terms.add(negation());
        }
        return new Expression.And(position, terms);
    }

    private Expression negation() {
        SourcePosition position = position();
        if (taken("NOT") || taken("!")) {
            enter();
            Expression value = negation();
            nesting--;
            return new Expression.Not(position, value);
        }
        return predicate();
    }

    private Expression predicate() {
        Expression value = comparison();
        SourcePosition position = position();
        if (taken("IS")) {
            boolean negated = taken("NOT");
            if (!taken("NULL")) {
                throw unexpected("NULL after IS");
            }
            return new Expression.IsNull(position, value, negated);
        }
        boolean negated = taken("NOT");
        if (taken("IN")) {
            take("(");
            return new Expression.In(position, value, listUpTo(")"), negated);
        }
        if (taken("BETWEEN")) {
            Expression low = comparison();
            if (!taken("AND")) {
                throw unexpected("AND and the upper bound of BETWEEN");
            }
            return new Expression.Between(position, value, low, comparison(), negated);
        }
        if (taken("LIKE")) {
            Expression pattern = comparison();
            return new Expression.Like(position, value, pattern, taken("ESCAPE") ? escapeCharacter() : '\\', negated);
        }
        if (taken("RLIKE") || taken("REGEXP")) {
            return new Expression.RLike(position, value, comparison(), negated);
        }
        if (negated) {
            throw unexpected("IN, BETWEEN, LIKE or RLIKE after NOT");
        }
        return value;
    }

    private char escapeCharacter() {
        Token escape = token();
        if (escape.kind() != Token.Kind.TEXT || escape.text().length() != 1) {
            throw unexpected("one character in quotes after ESCAPE");
        }
        at++;
        return escape.text().charAt(0);
    }

    private Expression comparison() {
        Expression left = sum();
        for (int count = 0; ; count++) {
            Relation relation = token().kind() == Token.Kind.SYMBOL ? RELATIONS.get(token().text()) : null;
            if (relation == null) {
                return left;
            }
            SourcePosition position = position();
            chain(count);
            at++;
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
            SourcePosition position = position();
            chain(count);
            at++;
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
            SourcePosition position = position();
            chain(count);
            at++;
            left = new Expression.Arithmetic(position, operator, left, sign());
        }
    }

    private @Nullable Operator operator(Map<String, Operator> operators) {
        return token().kind() == Token.Kind.SYMBOL ? operators.get(token().text()) : null;
    }

    private Expression sign() {
        SourcePosition position = position();
        if (taken("-")) {
            if (token().kind() == Token.Kind.NUMBER) {
                Token number = token();
                at++;
                return accesses(NumberText.literal(position, "-" + number.text()));
            }
            enter();
            Expression value = sign();
            nesting--;
            return new Expression.Negate(position, value);
        }
        if (taken("+")) {
            enter();
            Expression value = sign();
            nesting--;
            return value;
        }
        return accesses(primary());
    }

    private Expression accesses(Expression base) {
        Expression value = base;
        for (int count = 0; ; count++) {
            SourcePosition position = position();
            if (taken(".")) {
                Token field = token();
                if (field.kind() != Token.Kind.WORD && field.kind() != Token.Kind.QUOTED_NAME) {
                    throw unexpected("the name of a field");
                }
                at++;
                value = new Expression.FieldOf(position, value, field.text());
            } else if (taken("[")) {
                Expression index = expression();
                take("]");
                value = new Expression.ElementOf(position, value, index);
            } else {
                return value;
            }
            chain(count);
        }
    }

    private Expression primary() {
        Token token = token();
        SourcePosition position = position();
        return switch (token.kind()) {
            case NUMBER -> {
                at++;
                yield NumberText.literal(position, token.text());
            }
            case TEXT -> {
                at++;
                yield new Expression.TextLiteral(position, token.text());
            }
            case QUOTED_NAME -> {
                at++;
                yield new Expression.Name(position, token.text());
            }
            case WORD -> word(token, position);
            case SYMBOL, END -> {
                if (!taken("(")) {
                    throw unexpected("a value");
                }
                Expression inner = expression();
                take(")");
                yield inner;
            }
        };
    }

    private Expression word(Token word, SourcePosition position) {
        Token next = tokens.get(at + 1);
        String upper = word.upper();
        if (upper.equals("CASE")) {
            at++;
            return cases(position);
        }
        if (next.is("(")) {
            if (upper.equals("CAST") || upper.equals("TRY_CAST")) {
                at += 2;
                return cast(position, upper.equals("TRY_CAST"));
            }
            if (!RESERVED.contains(upper)) {
                at += 2;
                List<Expression> arguments = taken(")") ? List.of() : listUpTo(")");
                return new Expression.Call(position, word.text().toLowerCase(Locale.ROOT), arguments);
            }
        }
        if (next.kind() == Token.Kind.TEXT && (upper.equals("DATE") || upper.equals("TIMESTAMP"))) {
            at += 2;
            return time(position, upper.equals("DATE") ? DataType.DATE : DataType.TIMESTAMP, next.text());
        }
        if (RESERVED.contains(upper)) {
            throw unexpected("a value");
        }
        at++;
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
        Expression operand = token().is("WHEN") ? null : expression();
        List<Expression.Branch> branches = new ArrayList<>();
        while (taken("WHEN")) {
            Expression when = expression();
            if (!taken("THEN")) {
                throw unexpected("THEN");
            }
            branches.add(new Expression.Branch(when, expression()));
        }
        if (branches.isEmpty()) {
            throw unexpected("WHEN");
        }
        Expression otherwise = taken("ELSE") ? expression() : null;
        if (!taken("END")) {
            throw unexpected("WHEN, ELSE or the END of the CASE at column " + position.column());
        }
        return new Expression.Case(position, operand, branches, otherwise);
    }

    private Expression cast(SourcePosition position, boolean orNull) {
        Expression value = expression();
        if (!taken("AS")) {
            throw unexpected("AS and a type, as in cast(x AS int)");
        }
        int from = token().start();
        int depth = 0;
        while (token().kind() != Token.Kind.END && (depth > 0 || !token().is(")"))) {
            depth += token().is("(") ? 1 : token().is(")") ? -1 : 0;
            at++;
        }
        String type = text.substring(from, token().start()).strip();
        SourcePosition typePosition = new SourcePosition(text, from + 1);
        take(")");
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
        } while (taken(","));
        take(end);
        return values;
    }

    private void enter() {
        if (++nesting > MAX_NESTING) {
            throw position()
                    .error(
                            "the expression is nested deeper than " + MAX_NESTING + " levels.",
                            "Split it into several derive steps.");
        }
    }

    private void chain(int count) {
        if (count > 0 && ++chained > MAX_CHAINED) {
            throw position()
                    .error(
                            "the expression chains more than " + MAX_CHAINED + " operators.",
                            "Split it into several derive steps, or use IN.");
        }
    }

    private Token token() {
        return tokens.get(at);
    }

    private SourcePosition position() {
        return new SourcePosition(text, token().start() + 1);
    }

    private boolean taken(String wordOrSymbol) {
        if (token().is(wordOrSymbol)) {
            at++;
            return true;
        }
        return false;
    }

    private void take(String symbol) {
        if (!taken(symbol)) {
            throw unexpected("'" + symbol + "'");
        }
    }

    private ExpressionException unexpected(String expected) {
        Token found = token();
        String hint = found.kind() == Token.Kind.WORD && RESERVED.contains(found.upper())
                ? "A column of that name stands in backticks: `" + found.text() + "`."
                : null;
        return position().error("expected " + expected + " but found " + found.shown() + ".", hint);
    }
}
