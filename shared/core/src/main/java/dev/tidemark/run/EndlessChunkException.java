package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.listing.SourceObject;
import java.util.List;

/// A chunk is larger than what one worker can read in its time. Nothing was read.
public final class EndlessChunkException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private EndlessChunkException(String message) {
        super(message);
    }

    /// @param objects that no format or setting lets workers share
    static EndlessChunkException unsplit(String flow, List<SourceObject> objects, long mostBytes) {
        return new EndlessChunkException(
                ("Flow %s would read %s (%d bytes)%s in one piece, for it cannot be split, and a worker cannot finish more"
                                + " than %d bytes in its time; nothing was read. Write it in smaller objects, or as"
                                + " uncompressed lines (CSV or JSON without multiLine), Parquet, ORC or Avro, which are"
                                + " split; or leave it out with exclusions; or run the job on a machine, where workers"
                                + " have no such end.")
                        .formatted(
                                flow,
                                objects.getFirst().location(),
                                objects.getFirst().sizeBytes(),
                                objects.size() == 1 ? "" : " and " + (objects.size() - 1) + " more such objects",
                                mostBytes));
    }

    static EndlessChunkException grouped(String flow, long groupBytes, long mostBytes) {
        return new EndlessChunkException(
                ("Flow %s reads up to %d bytes in one chunk, and a worker cannot finish more than %d bytes in its time;"
                                + " nothing was read. Set a smaller groupSize.")
                        .formatted(flow, groupBytes, mostBytes));
    }
}
