package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.ChunkTask;
import dev.tidemark.run.ChunkWorker;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobPlanning;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.Ports;
import dev.tidemark.run.ProcessStep;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.TappedPorts;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A chunk's work over ports in memory, with so little heap for rows that files are opened while inputs are read.
class ChunkWorkerTest {

    private static final long LITTLE = 4_096;
    private static final int MANY = 60_000;

    private final MemoryLake lake = new MemoryLake();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();

    @Test
    void anInputThatChangesInMidReadThrowsTheUploadsAwayAndTheChunkStartsAgainWithoutIt() {
        lake.produce("a");
        lake.produce("b", values("b"));
        lake.produce("c");
        List<ChunkResult> results = run(new ChangesInMidRead("b.csv", 1, true), 1);
        assertThat(names(results.getFirst().taken())).containsExactly("a.csv", "c.csv");
        assertThat(names(results.getFirst().deferred())).containsExactly("b.csv");
        assertThat(results.getFirst().counts().read()).isEqualTo(2);
        assertThat(calls.get("staging.open")).isEqualTo(2);
        assertThat(calls.get("staging.abort")).isEqualTo(1);
        assertThat(lake.rows()).containsExactly("{\"v\":\"a\"}", "{\"v\":\"c\"}");
        assertThat(lake.staging.hidden()).isEmpty();
    }

    /// The broken twin: a store that ends the stream and does not say that the object is another one.
    @Test
    void withAStoreThatDoesNotTellHalfOfTheInputIsTaken() {
        lake.produce("a");
        lake.produce("b", values("b"));
        List<ChunkResult> results = run(new ChangesInMidRead("b.csv", 1, false), 1);
        assertThat(results.getFirst().deferred()).isEmpty();
        assertThat(lake.rows()).hasSizeBetween(2, MANY);
    }

    @Test
    void anInputThatIsGoneIsNamedAsGoneAndTheOthersAreTaken() {
        lake.produce("a");
        lake.produce("b", values("b"));
        lake.produce("c");
        List<ChunkResult> results = run(
                new MeddledObjects.Meddling() {
                    @Override
                    public void opened(String location, int open) {
                        if (location.endsWith("b.csv")) {
                            lake.objects.delete(List.of(location));
                        }
                    }
                },
                1);
        assertThat(names(results.getFirst().gone())).containsExactly("b.csv");
        assertThat(results.getFirst().deferred()).isEmpty();
        assertThat(lake.rows()).containsExactly("{\"v\":\"a\"}", "{\"v\":\"c\"}");
    }

    @Test
    void ofASplitObjectWithADeferredRangeNoRangeIsTakenIn() {
        lake.produce("b", values("b"));
        MeddledObjects.Meddling secondHalf = new MeddledObjects.Meddling() {
            @Override
            public InputStream streamed(ObjectInput input, int open, long from, InputStream bytes) {
                if (from > 2) {
                    throw new ObjectChangedException(input.location(), input.etag());
                }
                return bytes;
            }
        };
        List<ChunkResult> results = run(secondHalf, 2);
        assertThat(results.get(0).taken()).hasSize(1);
        assertThat(results.get(0).files()).isNotEmpty();
        assertThat(results.get(1).deferred()).hasSize(1);
        // The first range's rows are staged: a commit that took ranges one by one would show them.
        assertThat(results.get(0).counts().written()).isBetween(1L, (long) MANY);
        assertThat(lake.rows()).isEmpty();
        // Hidden, and named by no record: the store's lifecycle takes them.
        List<String> left = lake.staging.hidden();
        assertThat(left)
                .containsExactlyElementsOf(
                        results.get(0).files().stream().map(StagedFile::target).toList());
        // The broken twin, M06 of SeededMistakesTest, would publish them. Here it is a run in which nothing is
        // deferred.
        assertThat(run(new MeddledObjects.Meddling() {}, 2)).hasSize(2);
        assertThat(lake.rows()).hasSize(MANY).doesNotHaveDuplicates();
        assertThat(lake.staging.hidden()).isEqualTo(left);
    }

    private static String[] values(String name) {
        return IntStream.range(0, MANY).mapToObj(row -> name + row).toArray(String[]::new);
    }

    private static List<String> names(List<ChunkInput> inputs) {
        return inputs.stream()
                .map(input -> input.object().location())
                .map(location -> location.substring(location.lastIndexOf('/') + 1))
                .toList();
    }

    /// A run in which something happens to the objects that chunks read.
    ///
    /// @param pieces ranges that the last object is read by, each in a chunk of its own
    private List<ChunkResult> run(MeddledObjects.Meddling meddling, int pieces) {
        PortTap counting = new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                calls.merge(call, 1, Integer::sum);
                return effect.get();
            }
        };
        JobContext context = lake.context();
        Ports meddled = TappedPorts.of(MeddledObjects.around(lake.ports, meddling), counting);
        String runId = "R" + calls.size();
        RunRequest request = new RunRequest(runId, BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
        JobPlanning planning = new JobPlanning(MemoryLake.FORMATS, Functions.standard());
        PlanOutcome outcome =
                new PlanStep((of, with, base) -> split(planning.plan(of, with, base), pieces)).run(context, request);
        WorkPlan plan = ((PlanOutcome.Planned) outcome).plan();
        ChunkWorker worker = new ChunkWorker(
                meddled.objects(), meddled.staging(), MemoryLake.FORMATS, Functions.standard(), meddled.clock());
        List<ChunkResult> results = new ArrayList<>();
        for (Chunk chunk : plan.chunks()) {
            results.add(ProcessStep.run(
                    context,
                    runId,
                    chunk.number(),
                    attempt -> worker.work(task(context, runId, plan, chunk, attempt))));
        }
        assertThat(new CommitStep(0).run(context, runId).state().ended()).isTrue();
        return results;
    }

    private static WorkPlan split(WorkPlan plan, int pieces) {
        if (pieces == 1) {
            return plan;
        }
        ChunkInput whole = plan.chunks().getFirst().inputs().getFirst();
        long half = whole.object().sizeBytes() / 2;
        List<Chunk> chunks = new ArrayList<>();
        for (long from : new long[] {0, half}) {
            long to = from == 0 ? half : Long.MAX_VALUE;
            chunks.add(new Chunk(
                    chunks.size(),
                    "f",
                    1,
                    List.of(new ChunkInput(whole.object(), whole.partition(), from, to, whole.rewritten()))));
        }
        return new WorkPlan(plan.flows(), chunks);
    }

    private static ChunkTask task(JobContext context, String runId, WorkPlan plan, Chunk chunk, String attempt) {
        Flow flow = context.job().flows().getFirst();
        return new ChunkTask(
                runId,
                attempt,
                flow,
                plan.flow(flow.name()),
                chunk,
                context.sinkRoots(flow),
                context.quarantineRoot(flow),
                EvaluationContext.of(Instant.EPOCH, ZoneOffset.UTC),
                LITTLE,
                Long.MAX_VALUE);
    }
}
