package dev.tidemark.run;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.SerDe;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.Sink;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.job.Unbuilt;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.PlannedFlow;
import dev.tidemark.plan.Planner;
import dev.tidemark.plan.Splitting;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.Formats;
import dev.tidemark.transform.SourceKeys;
import dev.tidemark.transform.TransformPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Plans all flows of a job in this process, schemas included, and refuses here whatever workers would refuse later.
public final class JobPlanning implements Planning {

    private final Formats formats;
    private final Functions functions;
    private final Set<String> sampleWhole;

    /// @param sampleWhole locations of objects in which a run before this one met fields that its plan did not know
    public JobPlanning(Formats formats, Functions functions, Set<String> sampleWhole) {
        this.formats = formats;
        this.functions = functions;
        this.sampleWhole = Set.copyOf(sampleWhole);
    }

    @Override
    public WorkPlan plan(JobContext context, RunRequest request, Generation base) {
        Unbuilt.check(context.job()).ifPresent(refused -> {
            throw refused;
        });
        checkTables(context);
        JobState state = new JobState(context);
        List<PlannedFlow> planned = new ArrayList<>();
        for (Flow flow : context.job().flows()) {
            PlannedFlow part = plan(context, state, request, base, flow);
            planned.add(withColumns(context, flow, part, base.flow(flow.name())));
        }
        return Planner.join(planned);
    }

    /// Everything that no run has read, by flow, in key order. Lists the sources and opens no object: neither the
    /// bounds of a run nor `initial` and `onRewrite` say anything here.
    public Map<String, List<SourceObject>> pending(JobContext context, RunRequest request, Generation base) {
        Unbuilt.check(context.job()).ifPresent(refused -> {
            throw refused;
        });
        JobState state = new JobState(context);
        Map<String, List<SourceObject>> pending = new TreeMap<>();
        for (Flow flow : context.job().flows()) {
            BookmarkView view = view(state, BookmarkMode.ENABLE, base, flow);
            pending.put(flow.name(), flowPlanning(context, request, flow).pending(view));
        }
        return pending;
    }

    private PlannedFlow plan(JobContext context, JobState state, RunRequest request, Generation base, Flow flow) {
        FlowPlanning planning = flowPlanning(context, request, flow);
        if (request.from() != null && request.to() != null) {
            return planning.planRange(range(context, state, request.from(), request.to(), flow.name()));
        }
        return planning.plan(view(state, request.mode(), base, flow));
    }

    /// What a plan of the flow would know of earlier runs.
    static BookmarkView view(JobState state, BookmarkMode mode, Generation base, Flow flow) {
        Bookmark bookmark =
                mode == BookmarkMode.DISABLE ? Bookmark.EMPTY : SegmentWriting.bookmark(state, base.flow(flow.name()));
        return new BookmarkView(mode, bookmark, !base.flows().containsKey(flow.name()));
    }

    private FlowPlanning flowPlanning(JobContext context, RunRequest request, Flow flow) {
        if (!(flow.source() instanceof S3Source source)) {
            throw new IllegalArgumentException("flow " + flow.name() + " does not read objects");
        }
        EvaluationContext evaluation =
                EvaluationContext.of(request.asOf(), context.job().timezone());
        FormatReader reader = formats.reader(String.valueOf(source.options().format()));
        FormatOptions options =
                new FormatOptions(source.options().formatOptions().values());
        Splitting splitting = FlowShape.usesInputRecord(flow)
                ? Splitting.NEVER
                : object -> reader.splittable(object.location(), options);
        return new FlowPlanning(
                context.ports().objects(),
                flow,
                SourceRules.of(source, evaluation),
                splitting,
                request.acceptRewritten());
    }

    /// Why an object is, or is not, read by the next run. Writes nothing.
    public Explanation explain(JobContext context, RunRequest request, Flow flow, String location) {
        JobState state = new JobState(context);
        Generation base = state.generation(state.head().generation());
        return flowPlanning(context, request, flow).explain(location, view(state, request.mode(), base, flow));
    }

    /// What the commits after generation `from` up to and including `to` took in, oldest first.
    private static List<SourceObject> range(JobContext context, JobState state, long from, long to, String flow) {
        List<SourceObject> inputs = new ArrayList<>();
        for (long number = from + 1; number <= to; number++) {
            Generation generation = state.generation(number);
            if (generation.kind() == Generation.Kind.COMMIT && generation.runId() != null) {
                Run run = state.run(generation.runId())
                        .orElseThrow(() -> new RunEndedException(String.valueOf(generation.runId()), "forgotten"));
                String recordName = run.record().orElseThrow();
                CommitRecord record = context.ports().codec().readRecord(state.read(recordName), recordName);
                Map<String, List<SourceObject>> taken =
                        context.ports().codec().readInputs(state.read(record.inputs()), record.inputs());
                inputs.addAll(taken.getOrDefault(flow, List.of()));
            }
        }
        return inputs;
    }

    private PlannedFlow withColumns(JobContext context, Flow flow, PlannedFlow part, FlowState before) {
        if (part.chunks().isEmpty()) {
            return part;
        }
        List<ColumnSpec> columns = new SchemaProbe(context.ports().objects(), formats)
                .columns(flow, part.chunks(), before.schema(), sampleWhole);
        refuseNoColumns(flow, columns, part.chunks());
        FlowPlan plan = part.plan();
        TreeSet<String> warnings = new TreeSet<>(plan.warnings());
        check(context, flow, columns, part.chunks().getFirst(), warnings);
        return new PlannedFlow(
                new FlowPlan(
                        plan.name(), columns, plan.counts(), plan.groups(), plan.recorded(), List.copyOf(warnings)),
                part.chunks());
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
            var target = new PartitionedSink.Target(i, context.sinkRoot(sink), "", sink.partitionKeys());
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

    private static void checkTable(JobContext context, Table table, Sink sink) {
        CatalogPlanning.checkKeys(table.fullName(), table, sink);
        String root = context.sinkRoot(sink);
        if (!table.location().equals(root)) {
            throw SinkTableException.otherLocation(table, root);
        }
        if (!table.format().equals(FlowShape.sinkFormat(sink))) {
            throw SinkTableException.otherFormat(table, FlowShape.sinkFormat(sink));
        }
    }

    /// A table's keys, location and format are compared before any data is read.
    private static void checkTables(JobContext context) {
        for (Flow flow : context.job().flows()) {
            for (Sink sink : flow.sinks()) {
                CatalogTarget target = sink.catalog();
                if (target != null) {
                    context.ports()
                            .catalog()
                            .table(Schema.fold(target.database()), Schema.fold(target.table()))
                            .ifPresent(table -> checkTable(context, table, sink));
                    // Without a path there must be a table.
                    var _ = context.sinkRoot(sink);
                }
            }
        }
    }
}
