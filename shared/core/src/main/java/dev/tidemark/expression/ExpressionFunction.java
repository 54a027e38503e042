package dev.tidemark.expression;

/// A function that expressions can call by name.
///
/// @param name             in lower case
/// @param leastArguments   fewer are refused
/// @param mostArguments    more are refused; `Integer.MAX_VALUE` for any number
/// @param binding          types a call
public record ExpressionFunction(String name, int leastArguments, int mostArguments, Binding binding) {

    /// Makes the operation of a call.
    @FunctionalInterface
    public interface Binding {
        /// @throws ExpressionException when the arguments' types do not fit
        Operation bind(FunctionCall call);
    }

    String arity() {
        if (mostArguments == Integer.MAX_VALUE) {
            return "at least " + leastArguments;
        }
        return leastArguments == mostArguments
                ? String.valueOf(leastArguments)
                : leastArguments + " to " + mostArguments;
    }
}
