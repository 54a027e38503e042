package dev.tidemark.run;

import dev.tidemark.sink.ChunkResult;
import org.jspecify.annotations.Nullable;

/// A line of a run's `timeline.json`: when a chunk was worked on, and how it ended.
///
/// @param chunk    its number in the plan
/// @param startMs  epoch milliseconds
/// @param endMs    epoch milliseconds
/// @param attempts how often it was begun: once, and again for each input that was gone or had changed in mid-read
/// @param records  records read
/// @param bytes    stored bytes read
/// @param error    what ended it, or null
public record ChunkTime(
        int chunk,
        long startMs,
        long endMs,
        int attempts,
        long records,
        long bytes,
        @Nullable String error) {

    static ChunkTime of(ChunkResult result) {
        return new ChunkTime(
                result.chunk(),
                result.startMillis(),
                result.endMillis(),
                1 + result.deferred().size() + result.gone().size(),
                result.counts().read(),
                result.counts().bytesRead(),
                null);
    }
}
