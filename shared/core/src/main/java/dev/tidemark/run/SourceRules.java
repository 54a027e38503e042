package dev.tidemark.run;

import dev.tidemark.data.Field;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.listing.PartitionFilter;
import dev.tidemark.listing.PathGlob;
import dev.tidemark.listing.PathRules;
import dev.tidemark.partition.FolderLayout;
import dev.tidemark.partition.Partition;
import dev.tidemark.partition.PartitionFolders;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a source's declaration means for the objects below its paths.
public final class SourceRules {

    private static final Set<String> NEVER_EMPTY = Set.of("parquet", "orc", "avro");

    private SourceRules() {}

    /// The rules of each path, in the source's order.
    public static List<PathRules> of(S3Source source, PartitionFilter filter) {
        SourceOptions options = source.options();
        FolderLayout layout = layout(options);
        List<PathGlob> exclusions =
                source.exclusions().stream().map(PathGlob::of).toList();
        return source.paths().stream()
                .map(path -> new PathRules(
                        path.endsWith("/") ? path : path + "/",
                        layout,
                        filter,
                        exclusions,
                        Set.copyOf(source.excludeStorageClasses()),
                        source.recurse(),
                        neverEmpty(options.format())))
                .toList();
    }

    /// The rules of one location that a catalog gives for a partition: everything below it is of this partition.
    public static PathRules ofCatalog(
            String location,
            Partition partition,
            PartitionFilter filter,
            List<PathGlob> exclusions,
            Set<String> storageClasses,
            @Nullable String format) {
        return new PathRules(
                location.endsWith("/") ? location : location + "/",
                new FolderLayout.Fixed(partition),
                filter,
                exclusions,
                storageClasses,
                true,
                neverEmpty(format));
    }

    private static FolderLayout layout(SourceOptions options) {
        String template = options.partitionFolders();
        if (template != null) {
            return new FolderLayout.Template(PartitionFolders.of(template));
        }
        List<String> keys = options.partitionKeys().stream().map(Field::name).toList();
        return keys.isEmpty() ? new FolderLayout.Found() : new FolderLayout.Declared(keys);
    }

    private static boolean neverEmpty(@Nullable String format) {
        return format != null && NEVER_EMPTY.contains(format);
    }
}
