package dev.tidemark.expression;

/// Told about rows for which an expression has no answer: overflow, division by zero, a bad cast, an index out of
/// range.
@FunctionalInterface
public interface RowErrors {

    /// Called at most once a row and evaluation; the row's result is null.
    void failed(int row, String message);
}
