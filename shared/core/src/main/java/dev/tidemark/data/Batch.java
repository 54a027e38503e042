package dev.tidemark.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some thousand rows as columns.
///
/// Column `i` has type `schema.field(i).type()` and exactly [#rows()] values. A batch is valid until the reader that
/// made it is asked for the next one: vectors and raw bytes are reused. Rows of one batch come from one object.
///
/// @param origin where the rows came from; null for batches that no object stands behind (tests, generated rows)
public record Batch(
        Schema schema,
        List<ColumnVector> columns,
        int rows,
        @Nullable RowOrigin origin) {

    public Batch {
        columns = List.copyOf(columns);
        if (columns.size() != schema.size()) {
            throw new IllegalArgumentException(columns.size() + " columns for a schema of " + schema.size());
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).size() != rows) {
                throw new IllegalArgumentException("column " + schema.field(i).name() + " has "
                        + columns.get(i).size() + " values in a batch of " + rows + " rows");
            }
        }
    }

    public ColumnVector column(int index) {
        return columns.get(index);
    }

    /// The rows listed in `selected[0..count)`, in that order; a row may be listed more than once.
    public Batch select(int[] selected, int count) {
        return new Batch(
                schema,
                columns.stream().map(column -> column.select(selected, count)).toList(),
                count,
                origin == null ? null : origin.select(selected, count));
    }
}
