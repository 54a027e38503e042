package dev.tidemark.run;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.ExpressionException;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Flow;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.Sink;
import dev.tidemark.job.Unbuilt;
import dev.tidemark.listing.MissingPartitionKeyException;
import dev.tidemark.listing.PathRules;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.listing.UnknownPartitionKeyException;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.PlannedFlow;
import dev.tidemark.plan.Planner;
import dev.tidemark.plan.WorkPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Drafts the plan of all flows of a job from listings and bookmarks alone. Opens no file and knows no format, so that
/// it runs where no format is packed; [JobSampling] tells the rest.
public final class JobListing implements Planning {

    @Override
    public WorkPlan plan(JobContext context, RunRequest request, Generation base) {
        Unbuilt.check(context.job()).ifPresent(refused -> {
            throw refused;
        });
        checkTables(context);
        JobState state = new JobState(context);
        List<PlannedFlow> planned = new ArrayList<>();
        for (Flow flow : context.job().flows()) {
            PlannedFlow part = named(context, flow, () -> plan(context, state, request, base, flow));
            planned.add(part.chunks().isEmpty() ? part : part.warned(SinkExpiry.check(context, flow)));
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
            pending.put(
                    flow.name(),
                    named(
                            context,
                            flow,
                            () -> flowPlanning(context, request, flow).pending(view)));
        }
        return pending;
    }

    /// What is wrong with a predicate, or with declared keys, is told with the flow that has it. A key that no folder
    /// has
    /// is the job file's mistake; a value that cannot be compared may be a folder's.
    private static <T> T named(JobContext context, Flow flow, Supplier<T> work) {
        try {
            return work.get();
        } catch (ExpressionException unnamed) {
            throw unnamed.in(flow.name());
        } catch (UnknownPartitionKeyException unnamed) {
            ExpressionText predicate = flow.source().options().pushDownPredicate();
            Place at = predicate == null ? Place.NONE : predicate.at(unnamed.column() - 1);
            String message = String.valueOf(unnamed.in(flow.name()).getMessage());
            throw wrong(context, at, message);
        } catch (MissingPartitionKeyException unnamed) {
            Place at = flow.source().options().places().of("partitionKeys[" + unnamed.number() + "]");
            throw wrong(context, at, String.valueOf(unnamed.in(flow.name()).getMessage()));
        }
    }

    private static JobFileException wrong(JobContext context, Place at, String message) {
        return JobFileException.ofJob(
                context.job().name(), List.of(new Mistake(at.path(), at.line(), at.column(), message, null)));
    }

    private static PlannedFlow plan(
            JobContext context, JobState state, RunRequest request, Generation base, Flow flow) {
        FlowPlanning planning = flowPlanning(context, request, flow);
        if (request.from() != null && request.to() != null) {
            return planning.planRange(range(context, state, request.from(), request.to(), flow.name()));
        }
        return planning.plan(view(state, request.mode(), base, flow));
    }

    /// What a plan of the flow would know of earlier runs.
    private static BookmarkView view(JobState state, BookmarkMode mode, Generation base, Flow flow) {
        Bookmark bookmark =
                mode == BookmarkMode.DISABLE ? Bookmark.EMPTY : SegmentWriting.bookmark(state, base.flow(flow.name()));
        return new BookmarkView(mode, bookmark, !base.flows().containsKey(flow.name()));
    }

    private static FlowPlanning flowPlanning(JobContext context, RunRequest request, Flow flow) {
        if (!(flow.source() instanceof S3Source source)) {
            throw new IllegalArgumentException("flow " + flow.name() + " does not read objects");
        }
        EvaluationContext evaluation =
                EvaluationContext.of(request.asOf(), context.job().timezone());
        return new FlowPlanning(
                new TimedListing(context), flow, rules(context, source, evaluation), request.acceptRewritten());
    }

    /// The predicate is checked against declared keys here, before anything is listed.
    private static List<PathRules> rules(JobContext context, S3Source source, EvaluationContext evaluation) {
        ExpressionText predicate = source.options().pushDownPredicate();
        try {
            return SourceRules.of(source, evaluation);
        } catch (ExpressionException wrong) {
            if (predicate == null) {
                throw wrong;
            }
            throw JobFileException.ofJob(context.job().name(), List.of(predicate.mistake(wrong)));
        }
    }

    /// Any object that the flow's source has now, with its partition. Lists no further than to it.
    ///
    /// @throws JobFileException when the predicate asks for a key that the folders do not have
    static Optional<ChunkInput> any(JobContext context, RunRequest request, Flow flow) {
        return named(context, flow, () -> flowPlanning(context, request, flow).any());
    }

    /// Why an object is, or is not, read by the next run. Writes nothing.
    public Explanation explain(JobContext context, RunRequest request, Flow flow, String location) {
        JobState state = new JobState(context);
        Generation base = state.standing();
        return named(
                context,
                flow,
                () -> flowPlanning(context, request, flow).explain(location, view(state, request.mode(), base, flow)));
    }

    /// What the commits after generation `from` up to and including `to` took in, oldest first.
    private static List<SourceObject> range(JobContext context, JobState state, long from, long to, String flow) {
        List<SourceObject> inputs = new ArrayList<>();
        for (long number = from + 1; number <= to; number++) {
            Generation generation = state.generation(number);
            if (generation.kind() == Generation.Kind.COMMIT && generation.runId() != null) {
                Run run = state.run(generation.runId())
                        .orElseThrow(() -> RunMissingException.forgotten(
                                context.job().name(), String.valueOf(generation.runId()), generation.number()));
                String recordName = run.record().orElseThrow();
                Map<String, List<SourceObject>> taken =
                        state.inputs(state.record(recordName).inputs());
                inputs.addAll(taken.getOrDefault(flow, List.of()));
            }
        }
        return inputs;
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
