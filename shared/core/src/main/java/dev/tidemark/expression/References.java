package dev.tidemark.expression;

/// What an expression looks at beside columns.
public final class References {

    private References() {}

    /// Whether `input_record()` is called: an object that is split has no record numbers.
    public static boolean usesInputRecord(Expression expression) {
        return calls(expression, "input_record");
    }

    static boolean calls(Expression expression, String function) {
        return (expression instanceof Expression.Call call && call.function().equals(function))
                || expression.children().stream().anyMatch(child -> calls(child, function));
    }
}
