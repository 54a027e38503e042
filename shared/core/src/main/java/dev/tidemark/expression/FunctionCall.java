package dev.tidemark.expression;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A call whose arguments are typed and whose function is about to be chosen.
///
/// @param functions the table that the call was looked up in
public record FunctionCall(
        SourcePosition at,
        String name,
        List<Operation> arguments,
        List<SourcePosition> positions,
        Functions functions) {

    public FunctionCall {
        arguments = List.copyOf(arguments);
        positions = List.copyOf(positions);
    }

    public int size() {
        return arguments.size();
    }

    public Operation argument(int index) {
        return arguments.get(index);
    }

    public DataType type(int index) {
        return arguments.get(index).type();
    }

    /// The argument, cast to `type` where Spark casts without being asked.
    ///
    /// @throws ExpressionException when it does not
    public Operation argument(int index, DataType type) {
        return Coercion.implicit(
                argument(index), type, positions.get(index), "argument " + (index + 1) + " of " + name + "()");
    }

    /// All arguments cast to the type that they have in common.
    public List<Operation> commonArguments(int from) {
        return Coercion.common(
                arguments.subList(from, arguments.size()),
                positions.get(Math.min(from, positions.size() - 1)),
                name + "()");
    }

    /// The value of an argument that is the same for all rows and known now; null when it is NULL.
    ///
    /// @throws ExpressionException when it depends on the row or the run
    public @Nullable ColumnVector literal(int index, DataType type) {
        Operation argument = argument(index, type);
        if (argument instanceof Leaves.Null) {
            return null;
        }
        Operation inner = argument instanceof Leaves.Folded folded ? folded.operation() : argument;
        if (inner instanceof PerRow cast && cast.arguments().size() == 1) {
            inner = cast.arguments().getFirst() instanceof Leaves.Constant ? inner : argument;
        }
        if (inner instanceof Leaves.Constant constant) {
            return constant.value();
        }
        throw error(index, "must be written as a literal.", null);
    }

    public ExpressionException error(int index, String problem, @Nullable String hint) {
        return positions.get(index).error("argument " + (index + 1) + " of " + name + "() " + problem, hint);
    }
}
