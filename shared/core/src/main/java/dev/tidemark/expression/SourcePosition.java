package dev.tidemark.expression;

import org.jspecify.annotations.Nullable;

/// A place in the text of an expression.
///
/// @param text   the whole expression
/// @param column counted from 1
public record SourcePosition(String text, int column) {

    ExpressionException error(String problem, @Nullable String hint) {
        return new ExpressionException(text, column, problem, hint);
    }
}
