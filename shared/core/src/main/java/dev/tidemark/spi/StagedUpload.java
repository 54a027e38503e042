package dev.tidemark.spi;

import java.io.IOException;
import java.util.List;

/// A hidden file being written.
public interface StagedUpload extends StagedOutput {

    /// Stores the last bytes durably and returns the handle by which the file can be completed.
    Handle finish() throws IOException;

    /// Drops the file; for the worker that opened it, before its result is written.
    void abort();

    /// @param uploadId see [dev.tidemark.sink.StagedFile#uploadId()]
    /// @param partTags see [dev.tidemark.sink.StagedFile#partTags()]
    record Handle(String uploadId, List<String> partTags) {
        public Handle {
            partTags = List.copyOf(partTags);
        }
    }
}
