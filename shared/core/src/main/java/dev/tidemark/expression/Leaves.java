package dev.tidemark.expression;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import java.util.IdentityHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Operations that look at no other operation's result.
final class Leaves {

    private Leaves() {}

    /// A column of the batch.
    record Column(int index, DataType type) implements Operation {
        @Override
        public boolean constant() {
            return false;
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            return rows.batch().column(index);
        }
    }

    /// A null of any type: NULL as written, or one that a cast gave a type.
    record Null(DataType type) implements Operation {
        @Override
        public boolean constant() {
            return true;
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            ColumnVector out = ColumnVector.of(type);
            for (int row = 0; row < rows.count(); row++) {
                out.appendNull();
            }
            return out;
        }
    }

    /// A value that the text of the expression holds.
    ///
    /// @param value a vector of one value
    record Constant(ColumnVector value) implements Operation {
        @Override
        public DataType type() {
            return value.type();
        }

        @Override
        public boolean constant() {
            return true;
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            return repeated(value, rows.count());
        }
    }

    /// A value of the run or the input object.
    ///
    /// @param append appends the value, or null, to a vector
    record FromContext(DataType type, BiConsumer<Rows, ColumnVector> append) implements Operation {
        @Override
        public boolean constant() {
            return true;
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            ColumnVector one = ColumnVector.of(type);
            append.accept(rows, one);
            return repeated(one, rows.count());
        }
    }

    /// An operation without columns: evaluated for one row, then repeated.
    record Folded(Operation operation) implements Operation {
        @Override
        public DataType type() {
            return operation.type();
        }

        @Override
        public boolean constant() {
            return true;
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            @Nullable String[] problem = new @Nullable String[1];
            ColumnVector one = operation.evaluate(rows.single((_, message) -> problem[0] = message));
            String message = problem[0];
            if (message == null) {
                return repeated(one, rows.count());
            }
            ColumnVector out = ColumnVector.of(type());
            for (int row = 0; row < rows.count(); row++) {
                rows.fail(row, message);
                out.appendNull();
            }
            return out;
        }
    }

    /// An operation whose result several others need: evaluated by whoever comes first.
    ///
    /// Those who come later ask about the same rows or fewer.
    record Shared(Operation operation) implements Operation {
        @Override
        public DataType type() {
            return operation.type();
        }

        @Override
        public boolean constant() {
            return operation.constant();
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            IdentityHashMap<Operation, ColumnVector> shared = rows.shared();
            ColumnVector result = shared.get(operation);
            if (result == null) {
                result = operation.evaluate(rows);
                shared.put(operation, result);
            }
            return result;
        }
    }

    private static ColumnVector repeated(ColumnVector one, int count) {
        if (count == 1) {
            return one;
        }
        ColumnVector out = ColumnVector.of(one.type());
        for (int row = 0; row < count; row++) {
            out.appendFrom(one, 0);
        }
        return out;
    }
}
