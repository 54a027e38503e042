package dev.tidemark.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One source, its transforms, and one or more sinks.
///
/// @param name           Glue's `transformation_ctx`: bookmarks are kept under it
/// @param maxBadRecords  the run fails when more were quarantined; null: no limit
/// @param maxBadRatio    the run fails when a greater part of the records was; null: no limit
/// @param quarantinePath full location; null: `quarantine/` below the state
/// @param maxRewritten   most rewritten objects a run takes without being told; null: the guard of 1,000 objects and
///                       10 % of those known under the path
/// @param maxAttempts    attempts at one chunk before the run fails
public record Flow(
        String name,
        Source source,
        List<TransformSpec> transforms,
        List<Sink> sinks,
        OnBadRecord onBadRecord,
        @Nullable Long maxBadRecords,
        @Nullable Double maxBadRatio,
        @Nullable String quarantinePath,
        OnSchemaChange onSchemaChange,
        OnRewrite onRewrite,
        @Nullable Long maxRewritten,
        int maxAttempts,
        Places places) {

    public static final int DEFAULT_MAX_ATTEMPTS = 3;

    public Flow {
        transforms = List.copyOf(transforms);
        sinks = List.copyOf(sinks);
        if (name.isEmpty() || sinks.isEmpty()) {
            throw new IllegalArgumentException("a flow needs a name and a sink; '" + name + "' has " + sinks.size());
        }
    }
}
