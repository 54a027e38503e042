package dev.tidemark.run;

import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes all of a run visible, or nothing (PROTOCOL "Commit").
public final class CommitStep {

    /// Stores drop hidden files after a week; a commit that begins later than this might not end in time.
    static final Duration STAGED_FILES_LAST = Duration.ofDays(5);

    private final long startedAt;
    private final int readsAtOnce;
    private final int stride;

    /// @param startedAt epoch milliseconds when the work of the chunks was done, for the report
    public CommitStep(long startedAt) {
        this(startedAt, 1);
    }

    /// @param startedAt   epoch milliseconds when this call began
    /// @param readsAtOnce how many results are read side by side
    public CommitStep(long startedAt, int readsAtOnce) {
        this(startedAt, readsAtOnce, ResultReading.STRIDE);
    }

    /// @param stride how many results are gathered in an object, so that a call that runs out of time has not read them
    ///     in vain
    public CommitStep(long startedAt, int readsAtOnce, int stride) {
        this.startedAt = startedAt;
        this.readsAtOnce = readsAtOnce;
        this.stride = stride;
    }

    /// @return the run as it ended
    /// @throws RunMissingException     when there is no such run
    /// @throws RunNotPlannedException  when it has no plan
    /// @throws ResultsMissingException when a chunk has no result
    /// @throws SchemaGrewException     when files have fields that the plan did not know: abort it, and run again
    /// @throws StagingExpiredException when files were staged too long ago: abort it
    /// @throws LostJobException        when the job was taken from this run: abort it
    /// @throws CommitUnfinishedException when time is up and nothing is decided: call again
    /// @throws PublishingException     when the commit is decided and not finished: call again
    public Run run(JobContext context, String runId) {
        JobState state = new JobState(context);
        Run run = state.run(runId)
                .orElseThrow(
                        () -> RunMissingException.neverStarted(context.job().name(), runId));
        return switch (run.state()) {
            case COMMITTED, NOTHING_TO_DO, ABORTED -> run;
            case PUBLISHING -> settled(context, new Settlement(context), state, runId);
            case CLAIMED -> throw new RunNotPlannedException(runId);
            case PLANNED -> decide(context, state, run);
        };
    }

    private Run decide(JobContext context, JobState state, Run run) {
        String planName = run.plan().orElseThrow();
        WorkPlan plan = state.plan(planName);
        List<ChunkResult> results = new ResultReading(context, state, readsAtOnce, stride)
                .read(run, plan.chunks().size(), startedAt);
        CommitInput input = CommitInput.of(context, plan, results);
        SchemaGrowth.of(context.job(), input.results()).ifPresent(growth -> {
            throw growth.refusal();
        });
        Ports ports = context.ports();
        if (input.files().isEmpty() && input.takenAll().isEmpty()) {
            keepTimeline(state, run, input);
            String report = state.keep(Reports.nothingLeft(context, run, plan, input, startedAt));
            boolean _ = state.transact(List.of(
                    // What only defers is tried again later each time: an archived object stays so for long.
                    state.release(run.runId(), input.wake(), input.wake()),
                    state.runBecomes(
                            run.runId(),
                            Run.State.NOTHING_TO_DO,
                            List.of(Run.State.PLANNED),
                            Map.of(Run.REPORT, report))));
            Run now = state.run(run.runId()).orElseThrow();
            return now.state() == Run.State.PUBLISHING
                    ? settled(context, new Settlement(context), state, run.runId())
                    : now;
        }
        refuseExpired(ports.now(), run.runId(), input.results());
        String recordName = writeRecord(context, state, run, plan, input, startedAt);
        return decideOnce(context, state, run, recordName);
    }

    /// Writes all that the commit will do. Beside the time and new names it follows from plan, results, generation and
    /// catalog alone, and for overwritten partitions from what lies in them.
    ///
    /// @return the record's name
    static String writeRecord(
            JobContext context, JobState state, Run run, WorkPlan plan, CommitInput input, long startedAt) {
        Ports ports = context.ports();
        String attempt = ports.attempt();
        List<CatalogChange> catalog = new CatalogPlanning(context, owed(state)).changes(input.results(), input.files());
        Overwrite overwrite = Overwrite.of(context, run, input);
        Generation next = next(context, state, run, input, attempt);
        String folder = context.runName(run.runId());
        String inputsName = folder + "inputs-" + attempt + ".json";
        state.write(inputsName, ports.codec().inputs(input.taken()));
        keepTimeline(state, run, input);
        String reportName =
                state.keep(Reports.committed(context, run, plan, input, catalog, overwrite, next, startedAt));
        CommitRecord record = new CommitRecord(
                run.runId(),
                attempt,
                run.base(),
                input.files(),
                overwrite.remove(),
                catalog,
                next,
                input.wake(),
                inputsName,
                reportName);
        String recordName = folder + "record-" + attempt + ".json";
        state.write(recordName, ports.codec().record(record));
        return recordName;
    }

    private static void keepTimeline(JobState state, Run run, CommitInput input) {
        state.keepTimeline(
                run.runId(), input.results().stream().map(ChunkTime::of).toList());
    }

    private static void refuseExpired(long now, String runId, List<ChunkResult> results) {
        for (ChunkResult result : results) {
            if (!result.files().isEmpty() && now - result.startMillis() > STAGED_FILES_LAST.toMillis()) {
                throw new StagingExpiredException(
                        runId, result.chunk(), Instant.ofEpochMilli(result.startMillis()), STAGED_FILES_LAST.toDays());
            }
        }
    }

    /// What an operator put off when a commit before this one was finished without the catalog.
    private static List<CatalogChange> owed(JobState state) {
        return state.head().owed().map(name -> state.record(name).catalog()).orElse(List.of());
    }

    private static Run decideOnce(JobContext context, JobState state, Run run, String recordName) {
        Settlement settlement = new Settlement(context);
        Map<String, String> publishingTexts = new TreeMap<>(settlement.seatHolder());
        publishingTexts.put(Head.STATE, Head.State.PUBLISHING.name());
        publishingTexts.put(Head.RECORD, recordName);
        Write head = new Write.Update(
                context.headKey(),
                publishingTexts,
                settlement.seatEnd(),
                Map.of(),
                Set.of(),
                List.of(
                        new Condition.TextIs(Head.STATE, Head.State.CLAIMED.name()),
                        new Condition.TextIs(Head.RUN_ID, run.runId()),
                        new Condition.NumberIs(Head.GENERATION, run.base())));
        Write publishing = state.runBecomes(
                run.runId(), Run.State.PUBLISHING, List.of(Run.State.PLANNED), Map.of(Run.RECORD, recordName));
        if (!state.transact(List.of(head, publishing))) {
            Run now = state.run(run.runId()).orElseThrow();
            if (now.state() == Run.State.COMMITTED) {
                return now;
            }
            if (now.state() != Run.State.PUBLISHING) {
                Head found = state.head();
                throw new LostJobException(
                        context.job().name(),
                        run.runId(),
                        "the job is %s at generation %d".formatted(found.state(), found.generation()));
            }
        }
        return settled(context, settlement, state, run.runId());
    }

    /// The run as it ended. A settler that finds another record than it began with leaves it to who comes next.
    private static Run settled(JobContext context, Settlement settlement, JobState state, String runId) {
        settlement.settle();
        Run run = state.run(runId).orElseThrow();
        if (!run.state().ended()) {
            state.refuseContradiction(runId);
            throw new PublishingException(context.job().name(), runId);
        }
        return run;
    }

    /// The generation this commit makes, or null where bookmarks stay as they are.
    private static @Nullable Generation next(
            JobContext context, JobState state, Run run, CommitInput input, String attempt) {
        if (state.mode(run) != BookmarkMode.ENABLE) {
            return null;
        }
        Generation base = state.generation(run.base());
        SegmentWriting segments = new SegmentWriting(state, run.runId(), attempt);
        Map<String, FlowState> flows = new TreeMap<>(base.flows());
        for (Flow flow : context.job().flows()) {
            FlowState before = base.flow(flow.name());
            List<SourceObject> taken = input.taken().getOrDefault(flow.name(), List.of());
            flows.put(flow.name(), segments.add(before, taken, input.schemas().get(flow.name())));
        }
        return new Generation(
                run.base() + 1,
                run.base(),
                Generation.Kind.COMMIT,
                run.runId(),
                "run",
                null,
                Instant.ofEpochMilli(context.ports().now()),
                flows);
    }

    /// All that the results of a plan's chunks add up to.
    ///
    /// @param results  by chunk number
    /// @param files    staged files to be published
    /// @param taken    versions to be recorded, by flow
    /// @param schemas  file columns by flow
    /// @param deferred how many inputs are left for another run, by flow
    /// @param wake     whether any are
    record CommitInput(
            List<ChunkResult> results,
            List<StagedFile> files,
            Map<String, List<SourceObject>> taken,
            Map<String, Schema> schemas,
            Map<String, Long> deferred,
            boolean wake) {

        List<SourceObject> takenAll() {
            return taken.values().stream().flatMap(List::stream).toList();
        }

        static CommitInput of(JobContext context, WorkPlan plan, List<ChunkResult> results) {
            Map<String, List<SourceObject>> taken = new LinkedHashMap<>();
            Map<String, Schema> schemas = new TreeMap<>();
            Map<String, Long> deferred = new TreeMap<>();
            List<StagedFile> files = new ArrayList<>();
            boolean wake = false;
            for (Flow flow : context.job().flows()) {
                FlowPlan planned = plan.flow(flow.name());
                TakenInputs inputs = TakenInputs.of(plan, results, flow.name());
                List<SourceObject> all = new ArrayList<>(inputs.taken());
                all.addAll(planned.recorded());
                taken.put(flow.name(), all);
                files.addAll(inputs.files());
                deferred.put(flow.name(), inputs.deferred());
                schemas.put(
                        flow.name(),
                        new Schema(planned.columns().stream()
                                .map(column -> new Field(column.name(), column.type()))
                                .toList()));
                BadRecordLimits.check(flow, results);
                wake |= inputs.deferred() > 0 || planned.counts().leftObjects() > 0;
            }
            return new CommitInput(results, List.copyOf(files), taken, schemas, deferred, wake);
        }
    }
}
