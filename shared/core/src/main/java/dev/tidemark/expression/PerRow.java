package dev.tidemark.expression;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import java.util.List;
import java.util.function.Supplier;

/// An operation that is null where an argument is, and otherwise looks at one row at a time.
///
/// @param bodies    makes the body of one evaluation, which may keep compiled patterns and buffers
/// @param arguments evaluated in order; one that is null for a row spares the row the next ones
public record PerRow(DataType type, List<Operation> arguments, Supplier<Body> bodies) implements Operation {

    public PerRow {
        arguments = List.copyOf(arguments);
    }

    /// Appends one value.
    @FunctionalInterface
    public interface Body {
        /// Appends exactly one value to `out`; none of `in` is null at `row`.
        void append(ColumnVector[] in, int row, ColumnVector out, Rows rows);
    }

    static PerRow of(DataType type, List<Operation> arguments, Body body) {
        return new PerRow(type, arguments, () -> body);
    }

    @Override
    public boolean constant() {
        return arguments.stream().allMatch(Operation::constant);
    }

    @Override
    public ColumnVector evaluate(Rows rows) {
        ColumnVector[] in = new ColumnVector[arguments.size()];
        Rows asked = rows;
        for (int i = 0; i < in.length; i++) {
            in[i] = arguments.get(i).evaluate(asked);
            asked = asked.where(in[i]);
        }
        Body body = bodies.get();
        ColumnVector out = ColumnVector.of(type);
        for (int row = 0; row < rows.count(); row++) {
            if (rows.skipped(row) || anyNull(in, row)) {
                out.appendNull();
            } else {
                body.append(in, row, out, rows);
            }
        }
        return out;
    }

    private static boolean anyNull(ColumnVector[] in, int row) {
        for (ColumnVector vector : in) {
            if (vector.isNull(row)) {
                return true;
            }
        }
        return false;
    }
}
