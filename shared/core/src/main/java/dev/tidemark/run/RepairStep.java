package dev.tidemark.run;

import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.spi.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// An operator's way out when staged files of a decided commit are lost (PROTOCOL "Settle", last paragraph): the
/// chunks that staged them are done again from the plan, under a second record that the first one gives way to.
///
/// A chunk is done again as a whole, with all chunks of an object it shares: half of it may have come from a version
/// that is gone. Its old names are removed by the second record, so that nothing of it is there twice, however late
/// somebody completes it.
public final class RepairStep {

    private static final int FILES_A_CALL = 1_000;

    /// Does a chunk again.
    @FunctionalInterface
    public interface Work {

        /// @param attempt fresh, part of every name that is staged
        ChunkResult work(WorkPlan plan, Chunk chunk, String attempt);
    }

    private final JobContext context;
    private final Ports ports;
    private final JobState state;
    private final Work work;

    public RepairStep(JobContext context, Work work) {
        this.context = context;
        this.ports = context.ports();
        this.state = new JobState(context);
        this.work = work;
    }

    /// Repairs the run and settles it. A run that has ended, or has lost nothing, is only settled.
    ///
    /// @return the run as it ended
    /// @throws RunNotDecidedException  when the run is not decided: it can be aborted
    /// @throws RecordLostException     when its record cannot be read, and does not follow from plan and results
    /// @throws RepairTooEarlyException when a completion may be under way
    /// @throws PublishingException     when somebody else is publishing, or repaired it first: call again
    public Run run(String runId) {
        Run run = state.run(runId)
                .orElseThrow(
                        () -> RunMissingException.neverStarted(context.job().name(), runId));
        if (run.state().ended()) {
            return run;
        }
        Head head = state.head();
        if (run.state() != Run.State.PUBLISHING
                || head.runId().filter(runId::equals).isEmpty()) {
            throw new RunNotDecidedException(runId, run.state());
        }
        String recordName = head.record().orElseThrow();
        Settlement settlement = new Settlement(context);
        takeSeat(settlement, head, recordName);
        CommitRecord record;
        try {
            record = state.record(recordName);
        } catch (StateMissingException | UnreadableObjectException lost) {
            if (lost instanceof UnreadableObjectException unreadable && unreadable.isOfOtherVersion()) {
                throw unreadable;
            }
            String made = new LostRecord(context, state, run, plan(run)).write(recordName, lost);
            swap(settlement, runId, recordName, made);
            recordName = made;
            record = state.record(made);
        }
        Settlement.refuseMoved(context, runId, record);
        List<StagedFile> lost = complete(record.files());
        if (!lost.isEmpty()) {
            swap(settlement, runId, recordName, replacement(run, record, plan(run), lost));
        }
        settlement.settle();
        return state.run(runId).orElseThrow();
    }

    private WorkPlan plan(Run run) {
        return state.plan(run.plan().orElseThrow());
    }

    /// Nobody may have been publishing for an hour: a completion that long under way has ended.
    private void takeSeat(Settlement settlement, Head head, String recordName) {
        long from = head.publisherUntil() + Settlement.COMPLETION_MAY_TAKE.toMillis();
        List<Condition> conditions =
                new ArrayList<>(Settlement.publishing(head.runId().orElseThrow(), recordName));
        if (!context.soleClaimant()) {
            if (ports.now() < from) {
                throw new RepairTooEarlyException(head.runId().orElseThrow(), Instant.ofEpochMilli(from));
            }
            conditions.add(new Condition.NumberIs(Head.PUBLISHER_UNTIL, head.publisherUntil()));
        }
        if (!state.update(context.headKey(), settlement.seatHolder(), settlement.seatEnd(), conditions)
                && !settlement.sitsHere(state.head())) {
            throw new PublishingException(context.job().name(), head.runId().orElseThrow());
        }
    }

    private List<StagedFile> complete(List<StagedFile> files) {
        List<StagedFile> lost = new ArrayList<>();
        for (int from = 0; from < files.size(); from += FILES_A_CALL) {
            lost.addAll(ports.staging().complete(files.subList(from, Math.min(from + FILES_A_CALL, files.size()))));
        }
        return lost;
    }

    /// Writes the second record.
    private String replacement(Run run, CommitRecord record, WorkPlan plan, List<StagedFile> lost) {
        Map<String, ChunkResult> byTarget = resultsByTarget(run.runId(), plan);
        List<Chunk> again = withSharedObjects(plan, chunksOf(byTarget, lost));
        Set<Integer> numbers = new HashSet<>();
        again.forEach(chunk -> numbers.add(chunk.number()));
        List<StagedFile> old = record.files().stream()
                .filter(file -> numbers.contains(result(byTarget, file).chunk()))
                .toList();
        ports.staging().discard(old);
        List<ChunkResult> results = new ArrayList<>();
        for (Chunk chunk : again) {
            String attempt = ports.attempt();
            ChunkResult result = work.work(plan, chunk, attempt);
            state.write(
                    resultFolder(run.runId()) + "%05d-%s.json".formatted(chunk.number(), attempt),
                    ports.codec().result(result));
            results.add(result);
        }
        String attempt = ports.attempt();
        RepairedRecord repaired =
                new RepairedRecord(context, state, run, record, new WorkPlan(plan.flows(), again), old, results);
        String name = context.runName(run.runId()) + "record-" + attempt + ".json";
        state.write(name, ports.codec().record(repaired.record(attempt)));
        return name;
    }

    private String resultFolder(String runId) {
        return resultFolder(context, runId);
    }

    /// How results of repairs begin.
    static String resultFolder(JobContext context, String runId) {
        return context.runFolder(runId) + "repaired-";
    }

    /// Whose file is whose, over the results of the run and of repairs before this one.
    private Map<String, ChunkResult> resultsByTarget(String runId, WorkPlan plan) {
        List<String> names = new ArrayList<>();
        for (Chunk chunk : plan.chunks()) {
            names.add(ProcessStep.resultLocation(context, runId, chunk.number()));
        }
        String token = null;
        do {
            var page = ports.objects().list(context.runFolder(runId), true, token);
            page.objects().stream()
                    .map(object -> object.location())
                    .filter(location -> location.startsWith(resultFolder(runId)))
                    .forEach(names::add);
            token = page.next();
        } while (token != null);
        Map<String, ChunkResult> byTarget = new HashMap<>();
        for (String name : names) {
            ChunkResult result = ports.codec().readResult(state.read(name), name);
            result.files().forEach(file -> byTarget.put(file.target(), result));
        }
        return byTarget;
    }

    private static Set<Integer> chunksOf(Map<String, ChunkResult> byTarget, List<StagedFile> files) {
        Set<Integer> chunks = new TreeSet<>();
        files.forEach(file -> chunks.add(result(byTarget, file).chunk()));
        return chunks;
    }

    private static ChunkResult result(Map<String, ChunkResult> byTarget, StagedFile file) {
        ChunkResult result = byTarget.get(file.target());
        if (result == null) {
            throw new IllegalStateException("no result of the run names " + file.target());
        }
        return result;
    }

    /// All chunks that read a range of an object of which one of `chunks` reads a range.
    private static List<Chunk> withSharedObjects(WorkPlan plan, Set<Integer> chunks) {
        Set<String> objects = new HashSet<>();
        for (Chunk chunk : plan.chunks()) {
            if (chunks.contains(chunk.number())) {
                chunk.inputs().forEach(input -> objects.add(shared(chunk, input)));
            }
        }
        return plan.chunks().stream()
                .filter(chunk -> chunk.inputs().stream().anyMatch(input -> objects.contains(shared(chunk, input))))
                .toList();
    }

    private static String shared(Chunk chunk, ChunkInput input) {
        return chunk.flow() + "\n" + input.object().location();
    }

    /// The second record takes the place of the first, which must still be the one; the cursor starts again.
    private void swap(Settlement settlement, String runId, String old, String replaced) {
        Map<String, String> seat = new TreeMap<>(settlement.seatHolder());
        List<Condition> conditions = new ArrayList<>(Settlement.publishing(runId, old));
        seat.forEach((name, value) -> conditions.add(new Condition.TextIs(name, value)));
        Map<String, String> texts = new TreeMap<>(seat);
        texts.put(Head.RECORD, replaced);
        Map<String, Long> numbers = new TreeMap<>(settlement.seatEnd());
        numbers.put(Head.VERSION, Head.FORMAT_VERSION);
        Write head = new Write.Update(context.headKey(), texts, numbers, Map.of(), Set.of(), conditions);
        Write run = new Write.Update(
                context.runKey(runId),
                Map.of(Run.RECORD, replaced),
                Map.of(Run.CURSOR, 0L),
                Map.of(),
                Set.of(Run.MISSING_SINCE),
                List.of(
                        new Condition.TextIs(Run.STATE, Run.State.PUBLISHING.name()),
                        new Condition.TextIs(Run.RECORD, old)));
        if (!state.transact(List.of(head, run))
                && state.head().record().filter(replaced::equals).isEmpty()) {
            throw new PublishingException(context.job().name(), runId);
        }
    }
}
