package dev.tidemark.job;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the job file may say and this version cannot do. Asked when a run starts, never by `validate`: a job
/// for a later version is still a right job.
public final class Unbuilt {

    private static final List<String> READ = List.of("avro", "csv", "grokLog", "ion", "json", "orc", "parquet", "xml");
    private static final List<String> WRITTEN = List.of("avro", "csv", "ion", "json", "orc", "parquet", "xml");
    /// Formats that the job file knows; a format that nobody but a module on the class path knows is built.
    private static final List<String> KNOWN_FORMATS = List.of("avro", "grokLog", "ion", "orc", "parquet", "xml");

    private Unbuilt() {}

    /// The first thing of `job`, in the file's order, that cannot be done yet.
    public static Optional<NotBuiltException> check(Job job) {
        return job.flows().stream()
                .map(Unbuilt::check)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<NotBuiltException> check(Flow flow) {
        return source(flow)
                .or(() -> rescue(flow))
                .or(() -> flow.transforms().stream()
                        .map(step -> transform(flow, step))
                        .flatMap(Optional::stream)
                        .findFirst())
                .or(() -> flow.sinks().stream()
                        .map(sink -> sink(flow, sink))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private static Optional<NotBuiltException> source(Flow flow) {
        Places places = flow.source().places();
        Optional<NotBuiltException> kind = switch (flow.source()) {
            case S3Source _ -> Optional.empty();
            case CatalogSource _ ->
                refuse(
                        flow,
                        "source.catalog",
                        places.self(),
                        "Name the table's folders with source.s3.paths and its keys with partitionKeys.");
            case JdbcSource _ ->
                refuse(
                        flow,
                        "source.jdbc",
                        places.self(),
                        "Export the table to CSV or JSON lines and read those with source.s3.");
        };
        SourceOptions options = flow.source().options();
        return kind.or(() -> unbuiltFormat(
                flow, "source.format", options.format(), READ, options.places().of("format")));
    }

    private static Optional<NotBuiltException> unbuiltFormat(
            Flow flow, String key, @Nullable String format, List<String> built, Place place) {
        return format == null || !KNOWN_FORMATS.contains(format) || built.contains(format)
                ? Optional.empty()
                : refuse(flow, key + ": " + format, place, "Use " + String.join(" or ", built) + " there.");
    }

    private static Optional<NotBuiltException> rescue(Flow flow) {
        return flow.onSchemaChange() == OnSchemaChange.RESCUE
                ? refuse(
                        flow,
                        "onSchemaChange: rescue",
                        flow.places().of("onSchemaChange"),
                        "Use addNewColumns, ignore or fail.")
                : Optional.empty();
    }

    private static Optional<NotBuiltException> transform(Flow flow, TransformSpec step) {
        return switch (step) {
            case TransformSpec.ResolveChoice choice ->
                refuse(
                        flow,
                        "resolveChoice",
                        choice.places().self(),
                        "Declare the column in the source's schema, and cast it with applyMapping or derive.");
            case TransformSpec.ApplyMapping _,
                    TransformSpec.SelectFields _,
                    TransformSpec.DropFields _,
                    TransformSpec.RenameField _,
                    TransformSpec.DropNullFields _,
                    TransformSpec.Filter _,
                    TransformSpec.Derive _,
                    TransformSpec.Explode _,
                    TransformSpec.Unnest _,
                    TransformSpec.Custom _ -> Optional.empty();
        };
    }

    private static Optional<NotBuiltException> sink(Flow flow, Sink sink) {
        return unbuiltFormat(
                        flow,
                        "sink.format",
                        sink.format(),
                        WRITTEN,
                        sink.places().of("format"))
                .or(() -> "avro".equals(sink.format()) && sink.catalog() != null
                        ? refuse(
                                flow,
                                "tables of avro",
                                sink.places().of("catalog"),
                                "Write parquet, or leave the catalog out.")
                        : Optional.empty())
                .or(() -> sink.transforms().stream()
                        .map(step -> transform(flow, step))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private static Optional<NotBuiltException> refuse(Flow flow, String feature, Place place, String wayOut) {
        return Optional.of(new NotBuiltException(flow.name(), feature, place, wayOut));
    }
}
