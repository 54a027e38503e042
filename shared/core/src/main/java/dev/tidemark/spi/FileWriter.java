package dev.tidemark.spi;

import dev.tidemark.data.Batch;
import java.io.IOException;

/// One file being written. One thread. Holds memory only for rows that are not flushed.
public interface FileWriter {

    /// Appends the rows `rows[0..count)` of `batch`, in that order. The batch may be reused after the call.
    void append(Batch batch, int[] rows, int count) throws IOException;

    /// Heap bytes held for rows that are not yet in the output (an estimate that never lags by more than one append).
    long bufferedBytes();

    /// Bytes that [#flush()] would give back: beside the rows what compresses them, native memory included.
    default long heldBytes() {
        return bufferedBytes();
    }

    /// Writes what is buffered (a row group) and gives its memory back.
    void flush() throws IOException;

    /// Flushes and ends the file (footer). Nothing may be called afterwards.
    void finish() throws IOException;
}
