package dev.tidemark.transform;

import dev.tidemark.data.Batch;
import dev.tidemark.data.Schema;

/// One step of a flow, compiled for the columns it gets. Used by one thread at a time.
public interface Transform {

    /// The columns of the batches it makes.
    Schema output();

    /// The batch that follows from `batch`; it may have no rows. Rows it cannot work on go to the context and are
    /// left out.
    Batch apply(Batch batch, RowContext context);
}
