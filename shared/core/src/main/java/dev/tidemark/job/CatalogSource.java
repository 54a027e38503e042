package dev.tidemark.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A table of a catalog: its partitions say where the objects are.
///
/// @param catalogId                 account that owns the catalog; null: our own
/// @param catalogPartitionPredicate sent to the catalog as it is
public record CatalogSource(
        @Nullable String catalogId,
        String database,
        String table,
        @Nullable String catalogPartitionPredicate,
        List<String> exclusions,
        List<String> excludeStorageClasses,
        S3Access access,
        SourceOptions options,
        Places places)
        implements Source {

    public CatalogSource {
        exclusions = List.copyOf(exclusions);
        excludeStorageClasses = List.copyOf(excludeStorageClasses);
    }
}
