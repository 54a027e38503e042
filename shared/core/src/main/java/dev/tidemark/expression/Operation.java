package dev.tidemark.expression;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;

/// A typed expression, ready to run. Has no state, so many threads may share it.
public interface Operation {

    DataType type();

    /// Whether the answer is the same for every row of a run and object.
    boolean constant();

    /// At least `rows.count()` values of [#type()]; those of skipped and failed rows are null or arbitrary. The
    /// caller does not write to the vector: it may be a column of the batch.
    ColumnVector evaluate(Rows rows);
}
