package dev.tidemark.job;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What every kind of source has in common.
///
/// @param partitionKeys     declared keys in folder order; empty: found from `k=v` folders, as string
/// @param partitionFolders  template for folders that are not `k=v`: `{year}/{month}/{day}`
/// @param pushDownPredicate over partition columns alone; decides which folders are listed at all
/// @param format            name of the format; null only where a catalog table or database says it
/// @param formatOptions     options of the format's reader
/// @param schema            declared columns, possibly not all; those of a CSV that are not named are text
/// @param groupFiles        whether small objects share a chunk
/// @param groupSizeBytes    stored bytes of a group
/// @param boundedFiles      at most this many objects a run; the rest is left for the next
/// @param boundedSizeBytes  at most this many stored bytes a run; never together with `boundedFiles`
/// @param initial           what the very first run takes in
/// @param places            of `source` and its keys
public record SourceOptions(
        List<Field> partitionKeys,
        @Nullable String partitionFolders,
        @Nullable ExpressionText pushDownPredicate,
        @Nullable String format,
        OptionValues formatOptions,
        List<ColumnSpec> schema,
        GroupFiles groupFiles,
        long groupSizeBytes,
        @Nullable Long boundedFiles,
        @Nullable Long boundedSizeBytes,
        Initial initial,
        Places places) {

    /// 128 MB, Glue's size of a group for formats of text.
    public static final long TEXT_GROUP_BYTES = 128L << 20;

    /// 64 MB of stored bytes: columnar formats grow several times in memory.
    public static final long COLUMNAR_GROUP_BYTES = 64L << 20;

    public SourceOptions {
        partitionKeys = List.copyOf(partitionKeys);
        schema = List.copyOf(schema);
        if (groupSizeBytes < 1) {
            throw new IllegalArgumentException("groupSize must be at least 1 byte but is " + groupSizeBytes);
        }
        if (boundedFiles != null && boundedSizeBytes != null) {
            throw new IllegalArgumentException("boundedFiles and boundedSize exclude each other");
        }
    }
}
