package dev.tidemark.run;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.job.ExpressionText;
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
    ///
    /// @param context of the run: what `run_date()` is
    /// @throws dev.tidemark.expression.ExpressionException       when the predicate cannot be understood, or names
    ///     no declared key
    /// @throws dev.tidemark.partition.PartitionFoldersException  when the template cannot be read
    /// @throws dev.tidemark.listing.InvalidExclusionException    when an exclusion cannot be read
    public static List<PathRules> of(S3Source source, EvaluationContext context) {
        SourceOptions options = source.options();
        PartitionFilter filter = filter(options, context);
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

    /// What the `pushDownPredicate` keeps.
    public static PartitionFilter filter(SourceOptions options, EvaluationContext context) {
        ExpressionText text = options.pushDownPredicate();
        if (text == null) {
            return PartitionFilter.ALL;
        }
        Expression predicate = ExpressionParser.parse(text.text());
        List<Field> keys = keys(options);
        return keys.isEmpty()
                ? PartitionFilter.ofFound(predicate, context)
                : PartitionFilter.of(predicate, keys, context);
    }

    /// The partition keys with their types, in folder order; empty when only the walk will find them.
    public static List<Field> keys(SourceOptions options) {
        String template = options.partitionFolders();
        if (template == null) {
            return options.partitionKeys();
        }
        return PartitionFolders.of(template).keys().stream()
                .map(key -> options.partitionKeys().stream()
                        .filter(declared -> declared.name().equalsIgnoreCase(key))
                        .findFirst()
                        .orElse(new Field(key, DataType.STRING)))
                .toList();
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
