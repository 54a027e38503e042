package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.local.LocalPorts;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.AbortStep;
import dev.tidemark.run.ChunkTask;
import dev.tidemark.run.ChunkWorker;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobPlanning;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.ProcessStep;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// State that is damaged where only some commands look: they name the file, and nothing changes.
class CorruptStateTest {

    private static final Formats FORMATS = Formats.load();
    private static final String RUN = "01K00000000000000000000000";

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;
    private int kept;

    @BeforeEach
    void setUp() {
        random = Seeded.of("CorruptStateTest").random();
        desk = new Desk(folder, random);
        kept = desk.addFile();
    }

    @Test
    void aCorruptRunIsNamedByRunsShowAndByRunsList() throws IOException {
        String runId =
                desk.done("run", "JOB", "--json").document().path("runId").asText();
        // The broken twin: before it is cut nothing is complained of.
        Desk.Said _ = desk.done("runs", "show", "JOB", runId);
        Path item = folder.resolve(".tidemark/job/orders/run/" + runId + ".json");
        cut(item);
        Map<String, String> before = desk.snapshot();
        for (String words : List.of("runs show JOB " + runId, "runs list JOB")) {
            Desk.Said said = desk.call(words.split(" "));
            assertThat(said.exit()).as(words).isEqualTo(1);
            assertThat(said.err()).as(words).contains("run/" + runId + ".json").contains("copy");
        }
        assertThat(desk.snapshot()).isEqualTo(before);
    }

    @Test
    void aRetryOfPlanNamesAPlanThatIsCut() throws IOException {
        PlanOutcome planned = plan();
        assertThat(planned).isInstanceOf(PlanOutcome.Planned.class);
        assertThat(plan()).isEqualTo(planned);
        Path plan = planFile();
        cut(plan);
        Map<String, String> before = desk.snapshot();
        assertThatThrownBy(this::plan)
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining(plan.getFileName().toString());
        assertThat(desk.snapshot()).isEqualTo(before);
        // Another run needs no plan of this one: it ends it and does the work.
        assertThat(desk.done("run", "JOB", "--json").document().path("status").asText())
                .isEqualTo("COMMITTED");
    }

    @Test
    void aCommitNamesAResultThatIsDamagedAndAnAbortFreesTheJob() throws IOException {
        WorkPlan plan = ((PlanOutcome.Planned) plan()).plan();
        JobContext context = context();
        process(context, plan);
        Path result = folder.resolve(".tidemark/work/orders/runs/" + RUN + "/result-00000.json");
        String whole = Files.readString(result);
        for (String damaged : List.of(
                "",
                whole.substring(0, random.nextInt(1, whole.length() - 2)),
                "{\"wire\":1}",
                whole.replace("\"taken\":", "\"took\":"),
                whole.replace("\"wire\":1", "\"wire\":2"))) {
            Files.writeString(result, damaged);
            Map<String, String> before = desk.snapshot();
            assertThatThrownBy(() -> new CommitStep(0).run(context, RUN))
                    .as(damaged)
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining("result-00000.json");
            assertThat(desk.snapshot()).as(damaged).isEqualTo(before);
        }
        assertThat(desk.rows()).isEmpty();
        Run aborted = new AbortStep().run(context, RUN, "its result is damaged");
        assertThat(aborted.state()).isEqualTo(Run.State.ABORTED);
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(desk.rows()).hasSize(kept);
    }

    /// The broken twin of the test above: a result that is whole commits.
    @Test
    void aResultThatIsWholeIsCommitted() {
        WorkPlan plan = ((PlanOutcome.Planned) plan()).plan();
        process(context(), plan);
        assertThat(new CommitStep(0).run(context(), RUN).state()).isEqualTo(Run.State.COMMITTED);
        assertThat(desk.rows()).hasSize(kept);
    }

    @Test
    void aHeadOfANewerVersionIsRefusedByName() throws IOException {
        Desk.Said _ = desk.done("run", "JOB");
        Path head = folder.resolve(".tidemark/job/orders/head.json");
        Files.writeString(head, Files.readString(head).replace("\"formatVersion\":2", "\"formatVersion\":3"));
        Map<String, String> before = desk.snapshot();
        for (String words : List.of("run JOB", "bookmark show JOB", "bookmark reset JOB", "plan JOB")) {
            Desk.Said said = desk.call(words.split(" "));
            assertThat(said.exit()).as(words).isEqualTo(1);
            assertThat(said.err()).as(words).contains("job orders has format 3").contains("newer version");
        }
        assertThat(desk.snapshot().get(".tidemark/job/orders/head.json"))
                .isEqualTo(before.get(".tidemark/job/orders/head.json"));
        assertThat(desk.rows()).isNotNull();
    }

    private PlanOutcome plan() {
        RunRequest request = new RunRequest(RUN, BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
        return new PlanStep(new JobPlanning(FORMATS, Functions.standard())).run(context(), request);
    }

    private JobContext context() {
        try {
            JobFile.Result file = JobFile.read(
                    Files.readAllBytes(desk.job()),
                    "job.yaml",
                    Map.of(),
                    Map.of(),
                    LocalPaths.location(folder.toRealPath()) + "/",
                    FormatCatalogue.of(
                            FORMATS.readers().values(), FORMATS.writers().values()));
            return LocalPorts.below(folder.resolve(".tidemark"))
                    .context(file.job(), InstantSource.system(), random::nextLong);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void process(JobContext context, WorkPlan plan) {
        ChunkWorker worker = new ChunkWorker(
                context.ports().objects(),
                context.ports().staging(),
                FORMATS,
                Functions.standard(),
                context.ports().clock());
        Flow flow = context.job().flows().getFirst();
        for (Chunk chunk : plan.chunks()) {
            ChunkResult _ = ProcessStep.run(
                    context,
                    RUN,
                    chunk.number(),
                    attempt -> worker.work(new ChunkTask(
                            RUN,
                            attempt,
                            flow,
                            plan.flow(flow.name()),
                            chunk,
                            context.sinkRoots(flow),
                            context.quarantineRoot(flow),
                            EvaluationContext.of(Instant.EPOCH, ZoneOffset.UTC),
                            1 << 20,
                            Long.MAX_VALUE)));
        }
    }

    private Path planFile() throws IOException {
        try (Stream<Path> walk = Files.walk(folder.resolve(".tidemark/work/orders/runs/" + RUN))) {
            return walk.filter(Files::isRegularFile)
                    .filter(path -> path.toString()
                            .substring(folder.toString().length())
                            .contains("plan"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void cut(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    }
}
