package dev.tidemark.run;

import dev.tidemark.job.Flow;
import dev.tidemark.sink.ChunkCounts;
import dev.tidemark.sink.ChunkResult;
import java.util.List;

/// `maxBadRecords` and `maxBadRatio` over all chunks of a flow.
final class BadRecordLimits {

    private BadRecordLimits() {}

    /// @throws TooManyBadRecordsException when a limit is passed
    static void check(Flow flow, List<ChunkResult> results) {
        ChunkCounts counts = results.stream()
                .filter(result -> result.flow().equals(flow.name()))
                .map(ChunkResult::counts)
                .reduce(ChunkCounts.NONE, ChunkCounts::plus);
        Long most = flow.maxBadRecords();
        if (most != null && counts.rejected() > most) {
            throw new TooManyBadRecordsException(
                    flow.name(), counts.rejected(), counts.read(), "maxBadRecords is " + most);
        }
        Double ratio = flow.maxBadRatio();
        if (ratio != null && counts.rejected() > ratio * counts.read()) {
            throw new TooManyBadRecordsException(
                    flow.name(), counts.rejected(), counts.read(), "maxBadRatio is " + ratio);
        }
    }
}
