package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.SerDe;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Sink;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.Grouping;
import dev.tidemark.plan.SampledFlow;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.Formats;
import dev.tidemark.transform.SourceKeys;
import dev.tidemark.transform.TransformPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds what a drafted plan lacks, where the formats are: the columns of each flow's files and which objects can be
/// split. Refuses here whatever workers would refuse later.
public final class JobSampling {

    private static final String NOTHING =
            "All objects to be read are empty (0 bytes) and no earlier run or schema tells"
                    + " a column: what the job says of columns is checked when one comes.";

    private final Formats formats;
    private final Functions functions;
    private final WorkerLimits limits;

    /// For workers without limits.
    public JobSampling(Formats formats, Functions functions) {
        this(formats, functions, WorkerLimits.NONE);
    }

    /// @param limits of the workers that will read the chunks
    public JobSampling(Formats formats, Functions functions, WorkerLimits limits) {
        this.formats = formats;
        this.functions = functions;
        this.limits = limits;
    }

    /// @param draft of [JobListing]
    /// @param base  the generation it was drafted on, with the columns of earlier runs
    /// @return of every flow that has chunks
    /// @throws JobFileException with all that does not fit the columns, in any flow
    public List<SampledFlow> sample(JobContext context, WorkPlan draft, Generation base) {
        Set<String> whole = SchemaGrowth.metBefore(new JobState(context), context);
        List<SampledFlow> samples = new ArrayList<>();
        List<Mistake> mistakes = new ArrayList<>();
        for (Flow flow : context.job().flows()) {
            List<Chunk> chunks = draft.chunks().stream()
                    .filter(chunk -> chunk.flow().equals(flow.name()))
                    .toList();
            if (!chunks.isEmpty()) {
                Set<String> splittable = splittable(flow, chunks);
                refuseEndless(flow, chunks, splittable);
                Schema recorded = base.flow(flow.name()).schema();
                List<ColumnSpec> columns =
                        new SchemaProbe(new TimedListing(context), formats).columns(flow, chunks, recorded, whole);
                List<Mistake> own = new ArrayList<>();
                // Once a run committed, a value of another type is a new folder's fault and not the job file's.
                if (recorded == null) {
                    own.addAll(PartitionValues.mistakes(context, flow, chunks, functions));
                }
                boolean values = own.isEmpty();
                own.addAll(
                        FlowShape.mistakes(flow, columns, FlowShape.keys(flow, chunks.getFirst()), functions, formats));
                if (values && !own.isEmpty() && FlowShape.holdNothing(columns, chunks)) {
                    samples.add(new SampledFlow(flow.name(), columns, Set.of(), List.of(NOTHING)));
                    continue;
                }
                refuseNoColumns(flow, columns, chunks);
                TreeSet<String> warnings = new TreeSet<>();
                if (own.isEmpty()) {
                    check(context, flow, columns, chunks.getFirst(), warnings);
                    samples.add(new SampledFlow(flow.name(), columns, splittable, List.copyOf(warnings)));
                }
                mistakes.addAll(own);
            }
        }
        if (!mistakes.isEmpty()) {
            throw JobFileException.ofJob(context.job().name(), mistakes);
        }
        return samples;
    }

    /// Of the objects that are larger than a chunk.
    private Set<String> splittable(Flow flow, List<Chunk> chunks) {
        if (FlowShape.usesInputRecord(flow)) {
            return Set.of();
        }
        var source = flow.source().options();
        FormatReader reader = formats.reader(String.valueOf(source.format()));
        FormatOptions options = new FormatOptions(source.formatOptions().values());
        long most = new Grouping(source.groupFiles(), source.groupSizeBytes()).chunkBytes();
        return chunks.stream()
                .filter(chunk -> chunk.sizeBytes() > most)
                .map(chunk -> chunk.inputs().getFirst().object().location())
                .filter(location -> reader.splittable(location, options))
                .collect(Collectors.toSet());
    }

    /// Chunks that no worker can finish. Pieces of split objects are never larger than a chunk.
    private void refuseEndless(Flow flow, List<Chunk> chunks, Set<String> splittable) {
        var source = flow.source().options();
        long most = new Grouping(source.groupFiles(), source.groupSizeBytes()).chunkBytes();
        List<SourceObject> unsplit = new ArrayList<>();
        for (Chunk chunk : chunks) {
            SourceObject first = chunk.inputs().getFirst().object();
            if (Math.min(chunk.sizeBytes(), most) > limits.unsplitBytes()) {
                throw EndlessChunkException.grouped(flow.name(), most, limits.unsplitBytes());
            }
            if (chunk.sizeBytes() > limits.unsplitBytes() && !splittable.contains(first.location())) {
                unsplit.add(first);
            }
        }
        if (!unsplit.isEmpty()) {
            throw EndlessChunkException.unsplit(flow.name(), unsplit, limits.unsplitBytes());
        }
    }

    /// Nothing but the keys of the sink would be left, and the fault is none of theirs.
    private static void refuseNoColumns(Flow flow, List<ColumnSpec> columns, List<Chunk> chunks) {
        if (!columns.isEmpty() || flow.transforms().stream().anyMatch(TransformSpec.Derive.class::isInstance)) {
            return;
        }
        List<Field> keys = FlowShape.keys(flow, chunks.getFirst());
        for (Sink sink : flow.sinks()) {
            Set<String> outside =
                    sink.partitionKeys().stream().map(Schema::fold).collect(Collectors.toSet());
            boolean derives = sink.transforms().stream().anyMatch(TransformSpec.Derive.class::isInstance);
            if (!derives && keys.stream().allMatch(key -> outside.contains(Schema.fold(key.name())))) {
                List<String> objects = chunks.stream()
                        .flatMap(chunk -> chunk.inputs().stream())
                        .map(input -> input.object().location())
                        .distinct()
                        .toList();
                throw new NoColumnsException(flow.name(), objects.getFirst(), objects.size());
            }
        }
    }

    /// Fits everything once, so that what does not fit is refused before any worker starts.
    private void check(JobContext context, Flow flow, List<ColumnSpec> columns, Chunk first, Set<String> warnings) {
        FlowShape shape = FlowShape.of(flow, columns, FlowShape.keys(flow, first), functions, warnings::add);
        for (int i = 0; i < flow.sinks().size(); i++) {
            Sink sink = flow.sinks().get(i);
            TransformPipeline pipeline = shape.sinks().get(i);
            FormatWriter writer = formats.writer(FlowShape.sinkFormat(sink));
            refuseLosingRefresh(flow, sink, FlowShape.keys(flow, first));
            CatalogTarget table = sink.catalog();
            if (table != null) {
                SerDe.check(
                        table.fullName(),
                        FlowShape.sinkFormat(sink),
                        CatalogPlanning.dataColumns(pipeline.output(), sink));
            }
            var target = new PartitionedSink.Target(
                    i, context.sinkRoot(sink), "", sink.partitionKeys(), PartitionedSink.Target.ANY_SIZE);
            writer.check(
                    PartitionedSink.dataSchema(target, pipeline.output()),
                    new FormatOptions(sink.formatOptions().values()));
        }
    }

    /// Keys that are found from folders are known here first.
    private static void refuseLosingRefresh(Flow flow, Sink sink, List<Field> keys) {
        if (!sink.refreshTouched()) {
            return;
        }
        List<TransformSpec> transforms = new ArrayList<>(flow.transforms());
        transforms.addAll(sink.transforms());
        Set<String> known =
                SourceKeys.after(transforms, keys.stream().map(Field::name).toList());
        for (String key : sink.partitionKeys()) {
            if (!known.contains(Schema.fold(key))) {
                throw PartitionKeyException.refresh(
                        key, flow.name(), keys.stream().map(Field::name).toList());
            }
        }
    }
}
