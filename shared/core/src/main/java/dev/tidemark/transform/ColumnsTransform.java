package dev.tidemark.transform;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.TypedExpression;
import java.util.ArrayList;
import java.util.List;

/// Makes each output column from an input column as it is, or from an expression. Serves applyMapping, selectFields,
/// dropFields, renameField and derive.
final class ColumnsTransform implements Transform {

    /// Where an output column comes from.
    sealed interface Column {

        String name();

        /// An input column, untouched.
        record Kept(String name, int input) implements Column {}

        /// Computed from the input columns.
        ///
        /// @param where how a message begins about a row for which there is no value
        record Computed(String name, TypedExpression expression, String where) implements Column {}
    }

    private final List<Column> columns;
    private final Schema output;

    ColumnsTransform(Schema input, List<Column> columns) {
        this.columns = List.copyOf(columns);
        this.output = new Schema(columns.stream()
                .map(column -> switch (column) {
                    case Column.Kept(String name, int index) ->
                        new Field(name, input.field(index).type());
                    case Column.Computed computed ->
                        new Field(computed.name(), computed.expression().type());
                })
                .toList());
    }

    @Override
    public Schema output() {
        return output;
    }

    @Override
    public Batch apply(Batch batch, RowContext context) {
        FailedRows failed = new FailedRows(batch.rows());
        List<ColumnVector> vectors = new ArrayList<>(columns.size());
        for (Column column : columns) {
            vectors.add(
                    switch (column) {
                        case Column.Kept kept -> batch.column(kept.input());
                        case Column.Computed computed ->
                            computed.expression()
                                    .evaluate(
                                            batch,
                                            context.evaluation(),
                                            (row, message) -> failed.add(
                                                    batch, row, computed.name(), computed.where() + message, context));
                    });
        }
        return failed.without(new Batch(output, vectors, batch.rows(), batch.origin()));
    }
}
