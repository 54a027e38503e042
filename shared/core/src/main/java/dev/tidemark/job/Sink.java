package dev.tidemark.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// To where a flow writes.
///
/// @param path                full location, ending in `/`; null: the location of the catalog table
/// @param format              name of the format; null: the format of the catalog table
/// @param partitionKeys       columns that become folders, in order
/// @param refreshTouched      `refresh: touched`: the plan reads again every object of each source partition that has
///                            something new, so that overwriting loses no row
/// @param targetFileSizeBytes size at which a file is closed; null: files close at the end of their chunk
/// @param transforms          this sink's own, after the flow's
public record Sink(
        @Nullable String path,
        @Nullable String format,
        OptionValues formatOptions,
        List<String> partitionKeys,
        SinkMode mode,
        boolean refreshTouched,
        @Nullable Long targetFileSizeBytes,
        @Nullable CatalogTarget catalog,
        S3Write s3,
        List<TransformSpec> transforms,
        Places places) {

    public Sink {
        partitionKeys = List.copyOf(partitionKeys);
        transforms = List.copyOf(transforms);
        if (path == null && catalog == null) {
            throw new IllegalArgumentException("a sink needs a path or a catalog table");
        }
    }
}
