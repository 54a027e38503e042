package dev.tidemark.expression;

import java.util.List;
import java.util.Set;

/// Where a parser stands in the tokens of an expression, and how deep: what is expected next is taken or refused.
final class TokenCursor {

    /// Levels of parentheses, calls and the like: bounds the stack that parsing and evaluating take.
    static final int MAX_NESTING = 200;
    /// Operators that lean on the one before them (`a + b - c`), in the whole expression; AND and OR are free.
    static final int MAX_CHAINED = 500;

    /// Words that cannot be columns without backticks, because an operator would be misread.
    static final Set<String> RESERVED = Set.of(
            "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "RLIKE", "IS", "CASE", "WHEN", "THEN", "ELSE", "END", "AS");

    private final String text;
    private final List<Token> tokens;
    private int at;
    private int nesting;
    private int chained;

    /// @throws ExpressionException when the text cannot be cut into tokens
    TokenCursor(String text) {
        this.text = text;
        this.tokens = ExpressionLexer.tokens(text);
    }

    void enter() {
        if (++nesting > MAX_NESTING) {
            throw position()
                    .error(
                            "the expression is nested deeper than " + MAX_NESTING + " levels.",
                            "Split it into several derive steps.");
        }
    }

    void chain(int count) {
        if (count > 0 && ++chained > MAX_CHAINED) {
            throw position()
                    .error(
                            "the expression chains more than " + MAX_CHAINED + " operators.",
                            "Split it into several derive steps, or use IN.");
        }
    }

    void leave() {
        nesting--;
    }

    void advance(int count) {
        at += count;
    }

    /// The token behind the current one, which must not be the end.
    Token following() {
        return tokens.get(at + 1);
    }

    String text(int from, int to) {
        return text.substring(from, to);
    }

    /// The place of the character at `index`.
    SourcePosition position(int index) {
        return new SourcePosition(text, index + 1);
    }

    Token token() {
        return tokens.get(at);
    }

    SourcePosition position() {
        return new SourcePosition(text, token().start() + 1);
    }

    boolean taken(String wordOrSymbol) {
        if (token().is(wordOrSymbol)) {
            at++;
            return true;
        }
        return false;
    }

    void take(String symbol) {
        if (!taken(symbol)) {
            throw unexpected("'" + symbol + "'");
        }
    }

    ExpressionException unexpected(String expected) {
        Token found = token();
        String hint = found.kind() == Token.Kind.WORD && RESERVED.contains(found.upper())
                ? "A column of that name stands in backticks: `" + found.text() + "`."
                : null;
        return position().error("expected " + expected + " but found " + found.shown() + ".", hint);
    }
}
