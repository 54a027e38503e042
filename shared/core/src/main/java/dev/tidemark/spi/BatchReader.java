package dev.tidemark.spi;

import dev.tidemark.data.Batch;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Batches of one object, front to back. One thread.
public interface BatchReader extends AutoCloseable {

    /// The next rows, at least one, or null at the end. The batch is valid until the next call.
    ///
    /// Wrong records go to [BadRecords] and are not in the batch.
    @Nullable
    Batch next() throws IOException;

    @Override
    void close();
}
