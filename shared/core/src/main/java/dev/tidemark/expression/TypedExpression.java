package dev.tidemark.expression;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;

/// An expression over the columns of one schema. Has no state: many threads may share it.
public final class TypedExpression {

    private final Operation operation;

    TypedExpression(Operation operation) {
        this.operation = operation;
    }

    public DataType type() {
        return operation.type();
    }

    /// One value a row. The vector may be a column of the batch itself: read it while the batch is valid, do not
    /// write to it.
    ///
    /// @param batch has the schema that the expression was compiled for
    public ColumnVector evaluate(Batch batch, EvaluationContext context, RowErrors errors) {
        Rows rows = Rows.of(batch, context, errors);
        ColumnVector result = operation.evaluate(rows);
        if (!rows.anyFailed() && result.size() == batch.rows()) {
            return result;
        }
        ColumnVector out = ColumnVector.of(result.type());
        for (int row = 0; row < batch.rows(); row++) {
            if (rows.failed(row)) {
                out.appendNull();
            } else {
                out.appendFrom(result, row);
            }
        }
        return out;
    }

    /// Writes the numbers of the rows that a condition is true for into `selected` and returns how many they are.
    /// Rows for which it is null, false or failed are left out.
    ///
    /// @param selected has room for all rows of the batch
    public int select(Batch batch, EvaluationContext context, RowErrors errors, int[] selected) {
        BooleanVector result = (BooleanVector) evaluate(batch, context, errors);
        boolean[] values = result.values();
        int count = 0;
        for (int row = 0; row < batch.rows(); row++) {
            if (values[row] && !result.isNull(row)) {
                selected[count++] = row;
            }
        }
        return count;
    }
}
