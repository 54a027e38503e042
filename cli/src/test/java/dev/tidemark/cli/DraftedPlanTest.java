package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.json.JsonRunCodec;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.AbortStep;
import dev.tidemark.run.ChunkItem;
import dev.tidemark.run.ChunkStep;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.DeadlineException;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobPlanning;
import dev.tidemark.run.JobSampling;
import dev.tidemark.run.JobState;
import dev.tidemark.run.Patience;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.PlanningTooLongException;
import dev.tidemark.run.Ports;
import dev.tidemark.run.ProbeStep;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunEndedException;
import dev.tidemark.run.RunReport;
import dev.tidemark.run.RunRequest;
import dev.tidemark.run.SchemaGrewException;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Formats;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.HaltingTap;
import dev.tidemark.testkit.MemoryCatalog;
import dev.tidemark.testkit.MemoryObjectStore;
import dev.tidemark.testkit.MemoryStaging;
import dev.tidemark.testkit.MemoryStateStore;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// A run whose steps are called one by one, as the state machine does: the plan is drafted where no format is, and
/// what files tell comes from elsewhere.
class DraftedPlanTest {

    private static final Formats FORMATS = Formats.load();
    private static final Functions FUNCTIONS = Functions.standard();

    private static final String JOB = """
            job: orders
            flows:
              - name: f
                source:
                  s3: { paths: [ "s3://lake/raw/" ] }
                  partitionKeys: [ { name: day, type: string } ]
                  format: json
                  groupFiles: none
                sink: { path: "s3://lake/out/", format: json, partitionKeys: [ day ] }
            """;

    private final Random random = Seeded.of("DraftedPlanTest").random();

    @Test
    void aDraftedPlanIsThePlanOfOneProcess() {
        World world = new World(random);
        RunRequest request = request("A");
        WorkPlan whole = new JobPlanning(FORMATS, FUNCTIONS)
                .plan(world.context(), request, new JobState(world.context()).generation(0));
        PlanStep plan = PlanStep.drafting();
        assertThat(plan.run(world.context(), request)).isEqualTo(new PlanOutcome.Probe("A"));
        // Before files have told what they hold there is no plan, however often it is asked for.
        assertThat(plan.run(world.context(), request)).isEqualTo(new PlanOutcome.Probe("A"));
        Run _ = new ProbeStep(new JobSampling(FORMATS, FUNCTIONS)).run(world.context(), "A");
        PlanOutcome.Planned planned = (PlanOutcome.Planned) plan.run(world.context(), request);
        assertThat(planned.plan()).isEqualTo(whole);
        assertThat(planned.plan().flow("f").columns()).isNotEmpty();
    }

    @Test
    void aRunThatStopsAtAnyCallEndsAsIfItHadNot() {
        long seed = random.nextLong();
        World calm = new World(new Random(seed));
        HaltingTap count = HaltingTap.counting();
        calm.runAll(TappedPorts.of(calm.ports, count), "A");
        assertThat(count.calls()).isGreaterThan(30);
        System.out.println("DraftedPlanTest: " + count.calls() + " port calls");
        for (int at = 1; at <= count.calls(); at++) {
            for (boolean afterEffect : List.of(false, true)) {
                World world = new World(new Random(seed));
                Ports dying = TappedPorts.of(world.ports, new HaltingTap(at, afterEffect));
                assertThatThrownBy(() -> world.runAll(dying, "A")).isInstanceOf(Halt.class);
                world.now.addAndGet(Duration.ofMinutes(2).toMillis());
                world.runAll(world.ports, "A");
                assertThat(world.rows())
                        .as("call %d, after: %s", at, afterEffect)
                        .isEqualTo(calm.rows());
                assertThat(world.state("A").state()).isEqualTo(Run.State.COMMITTED);
            }
        }
    }

    /// The broken twin: a probe that samples again, when one has already told.
    @Test
    void theFirstProbeDecides() {
        World world = new World(random);
        world.objects.put("s3://lake/raw/day=8/one.json", "{\"one\":1}\n");
        PlanOutcome _ = PlanStep.drafting().run(world.context(), request("A"));
        ProbeStep probe = new ProbeStep(new JobSampling(FORMATS, FUNCTIONS));
        Run first = probe.run(world.context(), "A");
        world.objects.put("s3://lake/raw/day=8/one.json", "{\"quite\":1,\"another\":2}\n");
        Run second = probe.run(world.context(), "A");
        assertThat(second.item().text("schema"))
                .isEqualTo(first.item().text("schema"))
                .isPresent();
        var twin = new JobSampling(FORMATS, FUNCTIONS)
                .sample(
                        world.context(),
                        new JsonRunCodec()
                                .readPlan(world.bytes(first.item().text("draft").orElseThrow()), "draft"),
                        new JobState(world.context()).generation(0));
        assertThat(twin)
                .isNotEqualTo(new JsonRunCodec()
                        .readSamples(world.bytes(first.item().text("schema").orElseThrow()), "schema"));
    }

    @Test
    void aRunThatWasAbortedMeanwhileIsNeitherProbedNorPlannedNorWorkedOn() {
        World world = new World(random);
        PlanOutcome _ = PlanStep.drafting().run(world.context(), request("A"));
        Run _ = new AbortStep().run(world.context(), "A", "somebody said so");
        ProbeStep probe = new ProbeStep(new JobSampling(FORMATS, FUNCTIONS));
        assertThat(probe.run(world.context(), "A").state()).isEqualTo(Run.State.ABORTED);
        assertThat(PlanStep.drafting().run(world.context(), request("A"))).isInstanceOf(PlanOutcome.Ended.class);
        assertThatThrownBy(() -> world.step().run(world.context(), "A", new ChunkItem(0, 1, 1, 2)))
                .isInstanceOf(RunEndedException.class)
                .hasMessageContaining("ABORTED");
    }

    @Test
    void aWorkerWhoseTimeIsOverLeavesNothing() {
        World world = new World(random);
        world.plan(world.context(), "A");
        JobContext late = world.context(world.ports, world.now.get());
        ChunkItem item = world.items("A").getFirst();
        assertThatThrownBy(() -> world.step().run(late, "A", item))
                .isInstanceOf(DeadlineException.class)
                .hasMessageContaining("Chunk 0")
                .hasMessageContaining("s3://lake/raw/day=");
        assertThat(world.staging.hidden()).isEmpty();
    }

    /// A sample may be slow to read. The executed twin has no deadline, and opens them all.
    @Test
    void aProbeWhoseTimeIsOverOpensNothingMoreAndSaysWhatToDo() {
        World world = new World(random);
        PlanOutcome _ = PlanStep.drafting().run(world.context(), request("A"));
        ProbeStep probe = new ProbeStep(new JobSampling(FORMATS, FUNCTIONS));
        JobContext late = world.context(world.ports, world.now.get());
        assertThatThrownBy(() -> probe.run(late, "A"))
                .isInstanceOf(PlanningTooLongException.class)
                .hasMessageContaining("it had opened 0 objects")
                .hasMessageContaining("s3://lake/raw/day=");
        assertThat(world.state("A").item().has("schema")).isFalse();
        assertThat(probe.run(world.context(), "A").item().has("schema")).isTrue();
    }

    /// An object may have no batch, and a chunk thousands of such. The executed twin never looks, and opens them all.
    @Test
    void aWorkerLooksAtTheClockBeforeItOpensAnObject() {
        World world = new World(random);
        world.plan(world.context(), "A");
        AtomicLong opened = new AtomicLong();
        JobContext late = world.context(TappedPorts.of(world.ports, on("objects.open", opened::incrementAndGet)), 0);
        assertThatThrownBy(() -> world.step().run(late, "A", world.items("A").getFirst()))
                .isInstanceOf(DeadlineException.class)
                .hasMessageContaining("reading s3://lake/raw/");
        assertThat(opened).as("the plan").hasValue(1);
        JobContext twin =
                world.context(TappedPorts.of(world.ports, on("objects.open", opened::incrementAndGet)), Long.MAX_VALUE);
        ChunkResult _ = world.step().run(twin, "A", world.items("A").getFirst());
        assertThat(opened).as("the plan again, and objects").hasValueGreaterThan(2);
    }

    /// The last rows are written, and the time ends. The executed twin never looks, and goes on with its files.
    @Test
    void aWorkerLooksAtTheClockBeforeItsLastFiles() {
        World world = new World(random);
        world.objects.delete(world.objects.names("s3://lake/raw/"));
        world.objects.put("s3://lake/raw/day=0/one.json", "{\"id\":1}\n");
        world.plan(world.context(), "A");
        long deadline = world.now.get() + 1;
        AtomicLong finished = new AtomicLong();
        Ports slow = TappedPorts.of(world.ports, on("staging.open", () -> world.now.set(deadline)));
        JobContext late =
                world.context(TappedPorts.of(slow, on("staging.finish", finished::incrementAndGet)), deadline);
        assertThatThrownBy(() -> world.step().run(late, "A", world.items("A").getFirst()))
                .isInstanceOf(DeadlineException.class)
                .hasMessageContaining("writing its last files");
        assertThat(finished).hasValue(0);
        assertThat(world.staging.hidden()).isEmpty();
        JobContext twin =
                world.context(TappedPorts.of(slow, on("staging.finish", finished::incrementAndGet)), Long.MAX_VALUE);
        ChunkResult _ = world.step().run(twin, "A", world.items("A").getFirst());
        assertThat(finished).hasPositiveValue();
    }

    private static PortTap on(String awaited, Runnable then) {
        return new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals(awaited)) {
                    then.run();
                }
                return effect.get();
            }
        };
    }

    /// The field is beyond the sample of the first run: it ends, and the next one knows the field.
    @Test
    void newFieldsEndTheRunAndTheNextOneKnowsThem() {
        World world = new World(random);
        String filler = "{\"id\":1,\"text\":\"" + "x".repeat(2_000) + "\"}\n";
        world.objects.put("s3://lake/raw/day=9/late.json", filler.repeat(600) + "{\"id\":2,\"late\":3}\n");
        assertThatThrownBy(() -> world.runAll(world.ports, "A"))
                .isInstanceOf(SchemaGrewException.class)
                .hasMessageContaining("late");
        Run aborted = new AbortStep()
                .run(world.context(), "A", new RunReport.Failure("SchemaGrewException", "flow f met fields", true));
        assertThat(aborted.state()).isEqualTo(Run.State.ABORTED);
        assertThat(world.rows()).isEmpty();
        assertThat(new JobState(world.context()).head().due()).isTrue();
        world.runAll(world.ports, "B");
        assertThat(world.state("B").state()).isEqualTo(Run.State.COMMITTED);
        assertThat(world.rows()).contains("{\"id\":2,\"late\":3}");
        assertThat(new JobState(world.context()).head().grown()).isEmpty();
    }

    /// The broken twin of the test above: a failure of another kind, after which the next run samples as before.
    @Test
    void afterAnotherFailureTheNextRunMeetsTheFieldsAgain() {
        World world = new World(random);
        String filler = "{\"id\":1,\"text\":\"" + "x".repeat(2_000) + "\"}\n";
        world.objects.put("s3://lake/raw/day=9/late.json", filler.repeat(600) + "{\"id\":2,\"late\":3}\n");
        assertThatThrownBy(() -> world.runAll(world.ports, "A")).isInstanceOf(SchemaGrewException.class);
        Run _ = new AbortStep().run(world.context(), "A", new RunReport.Failure("DeadlineException", "too slow", true));
        assertThat(new JobState(world.context()).head().due()).isFalse();
        assertThatThrownBy(() -> world.runAll(world.ports, "B")).isInstanceOf(SchemaGrewException.class);
    }

    private static RunRequest request(String runId) {
        return new RunRequest(runId, BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
    }

    /// Some JSON objects in a few partitions, and ports in memory.
    private static final class World {

        final MemoryObjectStore objects = new MemoryObjectStore();
        final MemoryStaging staging = new MemoryStaging(objects);
        final AtomicLong now = new AtomicLong(1_000_000);
        final Ports ports;

        World(Random random) {
            int days = 1 + random.nextInt(3);
            for (int day = 0; day < days; day++) {
                int files = 1 + random.nextInt(3);
                for (int file = 0; file < files; file++) {
                    StringBuilder text = new StringBuilder();
                    for (int row = random.nextInt(1, 5); row > 0; row--) {
                        text.append("{\"id\":%d,\"f%d\":\"%d\"}\n"
                                .formatted(random.nextInt(100), random.nextInt(5), random.nextInt()));
                    }
                    objects.put("s3://lake/raw/day=%d/%d.json".formatted(day, file), text.toString());
                }
            }
            AtomicLong attempts = new AtomicLong();
            this.ports = new Ports(
                    objects,
                    staging,
                    new MemoryStateStore(),
                    new MemoryCatalog(),
                    new JsonRunCodec(),
                    () -> Instant.ofEpochMilli(now.get()),
                    attempts::incrementAndGet);
        }

        JobContext context() {
            return context(ports, Long.MAX_VALUE);
        }

        JobContext context(Ports on, long deadline) {
            return new JobContext(
                    job(),
                    on,
                    "s3://lake/work/",
                    "s3://lake/quarantine/",
                    Duration.ofMinutes(5),
                    false,
                    until(deadline));
        }

        ChunkStep step() {
            return new ChunkStep(FORMATS, FUNCTIONS, 1 << 20);
        }

        /// All steps of a run in the order of the state machine.
        void runAll(Ports on, String runId) {
            JobContext context = context(on, Long.MAX_VALUE);
            if (plan(context, runId)) {
                for (ChunkItem item : items(runId)) {
                    if (state(runId).state() == Run.State.PLANNED) {
                        var _ = step().run(context, runId, item);
                    }
                }
                Run _ = new CommitStep(now.get()).run(context, runId);
            }
        }

        boolean plan(JobContext context, String runId) {
            PlanOutcome outcome = PlanStep.drafting().run(context, request(runId));
            while (outcome instanceof PlanOutcome.Probe) {
                Run _ = new ProbeStep(new JobSampling(FORMATS, FUNCTIONS)).run(context, runId);
                outcome = PlanStep.drafting().run(context, request(runId));
            }
            return outcome instanceof PlanOutcome.Planned
                    || (outcome instanceof PlanOutcome.Ended(Run run) && run.state() != Run.State.ABORTED);
        }

        List<ChunkItem> items(String runId) {
            String plan = state(runId).plan().orElseThrow();
            String name = plan.substring(0, plan.lastIndexOf('/') + 1) + "items.json";
            try {
                List<ChunkItem> items = new ArrayList<>();
                for (JsonNode item : new JsonMapper().readTree(bytes(name))) {
                    items.add(new ChunkItem(
                            item.path("chunk").asInt(),
                            item.path("head").asLong(),
                            item.path("from").asLong(),
                            item.path("to").asLong()));
                }
                return items;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        byte[] bytes(String location) {
            return new JobState(context()).object(location);
        }

        Run state(String runId) {
            return new JobState(context()).run(runId).orElseThrow();
        }

        List<String> rows() {
            return objects.names("s3://lake/out/").stream()
                    .flatMap(name -> objects.text(name).lines())
                    .sorted()
                    .toList();
        }

        private static Patience until(long deadline) {
            return new Patience() {
                @Override
                public long deadline() {
                    return deadline;
                }

                @Override
                public boolean pause(Duration time) {
                    return false;
                }
            };
        }

        private static Job job() {
            return JobFile.read(
                            JOB.getBytes(StandardCharsets.UTF_8),
                            "job.yaml",
                            Map.of(),
                            Map.of(),
                            "s3://lake/",
                            FormatCatalogue.of(
                                    FORMATS.readers().values(),
                                    FORMATS.writers().values()))
                    .job();
        }
    }
}
