package dev.tidemark.transform;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.TypedExpression;

/// Keeps the rows for which an expression is true. A row for which it has no answer is a bad record.
final class FilterTransform implements Transform {

    private final Schema schema;
    private final TypedExpression condition;
    private final String where;

    /// @param text the condition, for messages
    FilterTransform(Schema schema, TypedExpression condition, String text) {
        this.where = FailedRows.where("filter", text);
        this.schema = schema;
        this.condition = condition;
    }

    @Override
    public Schema output() {
        return schema;
    }

    @Override
    public Batch apply(Batch batch, RowContext context) {
        FailedRows failed = new FailedRows(batch.rows());
        BooleanVector kept = (BooleanVector) condition.evaluate(
                batch, context.evaluation(), (row, message) -> failed.add(batch, row, null, where + message, context));
        int[] selected = new int[batch.rows()];
        int count = 0;
        int rejected = 0;
        for (int row = 0; row < batch.rows(); row++) {
            if (failed.contains(row)) {
                rejected++;
            } else if (!kept.isNull(row) && kept.get(row)) {
                selected[count++] = row;
            }
        }
        context.filtered(batch.rows() - count - rejected);
        return count == batch.rows() ? batch : batch.select(selected, count);
    }
}
