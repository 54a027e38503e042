package dev.tidemark.transform;

import dev.tidemark.data.Field;
import dev.tidemark.job.Sink;
import java.util.Optional;

/// What the formats of sinks can hold.
@FunctionalInterface
public interface SinkColumns {

    SinkColumns ALL = (_, _) -> Optional.empty();

    /// Why files of the sink cannot hold the column, and the way out; empty when they can.
    Optional<String> refusal(Sink sink, Field column);
}
