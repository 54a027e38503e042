package dev.tidemark.run;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.bookmark.Segment;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Flow;
import dev.tidemark.job.GroupFiles;
import dev.tidemark.job.Initial;
import dev.tidemark.job.OnBadRecord;
import dev.tidemark.job.OnRewrite;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.job.OptionValues;
import dev.tidemark.job.Places;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.PlannedFlow;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A flow to be planned, with what a test changes of it.
final class FlowFixture {

    private static final EvaluationContext CONTEXT =
            EvaluationContext.of(Instant.parse("2026-09-20T00:00:00Z"), ZoneOffset.UTC);

    List<String> paths = List.of(ListedTree.BUCKET + "in/");
    List<String> exclusions = List.of();
    List<String> excludeStorageClasses = List.of();
    List<String> partitionKeys = List.of();

    @Nullable
    String partitionFolders;

    boolean recurse = true;
    String format = "csv";
    GroupFiles groupFiles = GroupFiles.IN_PARTITION;
    long groupSize = SourceOptions.TEXT_GROUP_BYTES;

    @Nullable
    Long boundedFiles;

    @Nullable
    Long boundedSize;

    Initial initial = Initial.ALL;
    OnRewrite onRewrite = OnRewrite.REPROCESS;

    @Nullable
    Long maxRewritten;

    boolean refreshTouched;
    boolean acceptRewritten;

    @Nullable
    String predicate;

    Flow flow() {
        SourceOptions options = new SourceOptions(
                partitionKeys.stream()
                        .map(key -> new Field(key, DataType.STRING))
                        .toList(),
                partitionFolders,
                predicate == null ? null : ExpressionText.of(predicate),
                format,
                OptionValues.NONE,
                List.of(),
                groupFiles,
                groupSize,
                boundedFiles,
                boundedSize,
                initial,
                Places.NONE);
        S3Source source =
                new S3Source(paths, exclusions, excludeStorageClasses, recurse, S3Access.OWN, options, Places.NONE);
        Sink sink = new Sink(
                ListedTree.BUCKET + "out/",
                "parquet",
                OptionValues.NONE,
                List.of(),
                refreshTouched ? SinkMode.OVERWRITE_PARTITIONS : SinkMode.APPEND,
                refreshTouched,
                null,
                null,
                S3Write.PLAIN,
                List.of(),
                Places.NONE);
        return new Flow(
                "raw",
                source,
                List.of(),
                List.of(sink),
                OnBadRecord.FAIL,
                null,
                null,
                null,
                OnSchemaChange.ADD_NEW_COLUMNS,
                onRewrite,
                maxRewritten,
                Flow.DEFAULT_MAX_ATTEMPTS,
                Places.NONE);
    }

    FlowPlanning planning(ListedTree tree) {
        Flow flow = flow();
        return new FlowPlanning(tree, flow, SourceRules.of((S3Source) flow.source(), CONTEXT), acceptRewritten);
    }

    /// Plans a first run that reads everything.
    PlannedFlow plan(ListedTree tree) {
        return planning(tree).plan(new BookmarkView(BookmarkMode.ENABLE, Bookmark.EMPTY, true));
    }

    /// Plans a later run that knows `taken`.
    PlannedFlow plan(ListedTree tree, Bookmark taken) {
        return planning(tree).plan(new BookmarkView(BookmarkMode.ENABLE, taken, false));
    }

    static Bookmark bookmark(List<SourceObject> taken) {
        return Bookmark.of(List.of(segment(taken)));
    }

    static Segment segment(List<SourceObject> taken) {
        return Segment.of(taken.stream()
                .map(object -> ObjectVersion.of(object.location(), object.etag(), object.sizeBytes()))
                .toList());
    }

    /// Keys that are read, below the bucket, in the plan's order.
    static List<String> keys(PlannedFlow planned) {
        return planned.chunks().stream()
                .flatMap(chunk -> chunk.inputs().stream())
                .map(input -> input.object().location().substring(ListedTree.BUCKET.length()))
                .toList();
    }

    /// The chunks as lists of names: the last part of each key.
    static String shape(List<Chunk> chunks) {
        return chunks.stream()
                .map(chunk -> chunk.groups()
                        + chunk.inputs().stream()
                                .map(ChunkInput::object)
                                .map(object -> object.location()
                                        .substring(object.location().lastIndexOf('/') + 1))
                                .toList()
                                .toString())
                .toList()
                .toString();
    }

    static List<String> list(String... values) {
        return Arrays.asList(values);
    }
}
