package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.local.LocalPorts;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobPlanning;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.RunRequest;
import dev.tidemark.spi.Formats;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// State that is damaged where only some commands look: they name the file, and nothing changes.
class CorruptStateTest {

    private static final String RUN = "01K00000000000000000000000";

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("CorruptStateTest").random();
        desk = new Desk(folder, random);
        desk.addFile();
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
    void aHeadOfANewerVersionIsRefusedByName() throws IOException {
        Desk.Said _ = desk.done("run", "JOB");
        Path head = folder.resolve(".tidemark/job/orders/head.json");
        Files.writeString(head, Files.readString(head).replace("\"formatVersion\":1", "\"formatVersion\":2"));
        Map<String, String> before = desk.snapshot();
        for (String words : List.of("run JOB", "bookmark show JOB", "bookmark reset JOB", "plan JOB")) {
            Desk.Said said = desk.call(words.split(" "));
            assertThat(said.exit()).as(words).isEqualTo(1);
            assertThat(said.err()).as(words).contains("job orders has format 2").contains("newer version");
        }
        assertThat(desk.snapshot().get(".tidemark/job/orders/head.json"))
                .isEqualTo(before.get(".tidemark/job/orders/head.json"));
        assertThat(desk.rows()).isNotNull();
    }

    private PlanOutcome plan() {
        Formats formats = Formats.load();
        try {
            JobFile.Result file = JobFile.read(
                    Files.readAllBytes(desk.job()),
                    "job.yaml",
                    Map.of(),
                    Map.of(),
                    LocalPaths.location(folder.toRealPath()) + "/",
                    FormatCatalogue.of(
                            formats.readers().values(), formats.writers().values()));
            JobContext context = LocalPorts.below(folder.resolve(".tidemark"))
                    .context(file.job(), InstantSource.system(), random::nextLong);
            RunRequest request = new RunRequest(RUN, BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
            return new PlanStep(new JobPlanning(formats, Functions.standard(), Set.of())).run(context, request);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
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
