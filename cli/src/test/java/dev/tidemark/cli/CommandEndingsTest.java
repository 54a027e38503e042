package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.local.LocalJobLock;
import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever happens, `--json` prints one document and no other byte, and the exit code says how it went.
class CommandEndingsTest {

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("CommandEndingsTest").random());
        desk.addFile();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run JOB",
                "plan JOB",
                "validate JOB",
                "explain JOB x.csv",
                "bookmark show JOB",
                "bookmark history JOB",
                "bookmark reset JOB",
                "bookmark reset JOB --dry-run",
                "bookmark set-now JOB --reason because",
                "runs list JOB",
                "run --help",
                "bookmark --help",
                "bookmark rewind -h",
                "--help",
                "--version",
            })
    void whatEndsWellEndsWithZeroAndOneDocument(String words) {
        Desk.Said said = desk.call((words + " --json").split(" "));
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.document().path("error").isMissingNode()).isTrue();
        assertThat(said.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "frobnicate",
                "run",
                "run JOB extra",
                "run JOB --frobnicate",
                "run JOB --bookmark sideways",
                "run JOB --as-of yesterday",
                "run JOB --from g:1 --to g:2",
                "run JOB --bookmark pause --from g:1",
                "run JOB --bookmark pause --from g:7 --to g:9",
                "run JOB --set lake",
                "run JOB --set nowhere=1",
                "run JOB --on aws",
                "run JOB --stage prod",
                "run JOB --log no/such/folder/x.log",
                "run nowhere.yaml",
                "bookmark",
                "bookmark frobnicate JOB",
                "bookmark rewind JOB",
                "bookmark rewind JOB g:1 --before 2026-01-01T00:00:00Z",
                "bookmark rewind JOB g:x",
                "bookmark rewind JOB 2026-01-01",
                "runs",
                "runs show JOB",
                "runs show JOB 01ARZ3NDEKTSV4RRFFQ69G5FAV",
                "runs finish JOB nobody",
            })
    void wrongUsageEndsWithTwoAndOneDocument(String words) {
        Desk.Said json = desk.call(("--json " + words).trim().split(" "));
        assertThat(json.exit()).isEqualTo(2);
        JsonNode error = json.document().path("error");
        assertThat(error.path("message").asText()).isNotEmpty();
        assertThat(error.path("retryable").asBoolean(true)).isFalse();
        assertThat(json.err()).isEmpty();

        Desk.Said text = desk.call(words.isEmpty() ? new String[0] : words.split(" "));
        assertThat(text.exit()).isEqualTo(2);
        assertThat(text.out()).isEmpty();
        assertThat(text.err()).startsWith("tidemark: ");
        assertThat(folder.resolve(".tidemark")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            run JOB --as-of 2026-11-30 > not an instant; write 2026-11-30T00:00:00Z
            run JOB --as-of yesterday > not an instant; write 2026-11-30T00:00:00Z
            bookmark set-now JOB --before 2025-01-02 > not an instant; write 2025-01-02T00:00:00Z
            run JOB --log /nodir/x > there is no folder /nodir.
            bookmark rewind JOB 2026-11-30 > RUN (a run's id), g:N (a generation) or a time. See
            bookmark rewind JOB nobody > Name a RUN that committed, g:N or a time like 2026-11-30T12:00:00Z
            run JOB --bookmark sideways > 'sideways' is none of enable, disable, pause
            runs show JOB > Job orders has no run yet
            """)
    void aWrongWordIsAnsweredWithARightOne(String words, String answer) {
        Desk.Said said = desk.call(words.trim().split(" "));
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err()).contains(answer.trim());
    }

    @ParameterizedTest
    @ValueSource(strings = {"enable", "PAUSE", "job-bookmark-disable", "job-bookmark-enable", "job-bookmark-pause"})
    void gluesNamesOfBookmarkModesAreUnderstood(String mode) {
        Desk.Said said = desk.done("run", "JOB", "--bookmark", mode, "--json");
        assertThat(said.document().path("bookmark").path("mode").asText())
                .isEqualTo(mode.replace("job-bookmark-", "").toLowerCase(Locale.ROOT));
    }

    @Test
    void aBrokenJobFileIsOneDocumentWithAllItsMistakes() {
        desk.write(
                "job.yaml", Desk.JOB.replace("withHeader", "withHedder").replace("mode:", "mood:") + "colour: red\n");
        Desk.Said said = desk.call("run", "JOB", "--json");
        assertThat(said.exit()).isEqualTo(2);
        JsonNode error = said.document().path("error");
        assertThat(error.path("type").asText()).isEqualTo("JobFileException");
        JsonNode first = error.path("mistakes").path(0);
        assertThat(first.path("path").asText()).isEqualTo("flows[0].source.formatOptions.withHeader");
        assertThat(first.path("line").asInt()).isPositive();
        assertThat(error.path("mistakes").size()).isGreaterThan(1);
    }

    @Test
    void aJobThatIsHeldIsBusyAndNamesTheJob() {
        try (LocalJobLock _ = LocalJobLock.tryAcquire(folder.resolve(".tidemark"), "orders", "the test")
                .orElseThrow()) {
            for (String words : List.of("run JOB", "bookmark reset JOB", "bookmark set-now JOB")) {
                Desk.Said said = desk.call((words + " --json").split(" "));
                assertThat(said.exit()).as(words).isEqualTo(3);
                JsonNode document = said.document();
                assertThat(document.path("status").asText()).isEqualTo("BUSY");
                assertThat(document.path("job").asText()).isEqualTo("orders");
                assertThat(document.path("error").path("retryable").asBoolean()).isTrue();
                assertThat(document.path("error").path("message").asText()).contains("the test");
            }
        }
    }

    @Test
    void aFaultOfTidemarkItselfIsOneDocumentToo() {
        desk.around(ports -> {
            throw new IllegalStateException("a fault");
        });
        Desk.Said fault = desk.call("run", "JOB", "--json");
        assertThat(fault.exit()).isEqualTo(1);
        assertThat(fault.document().path("error").path("type").asText()).isEqualTo("UnexpectedException");
        desk.around(ports -> {
            throw new StackOverflowError();
        });
        Desk.Said error = desk.call("plan", "JOB", "--json");
        assertThat(error.exit()).isEqualTo(1);
        assertThat(error.document().path("command").asText()).isEqualTo("plan");
    }

    @Test
    void replacingIsRefusedWithItsReason() {
        Desk.Said said = desk.call("run", "JOB", "--replace", "--json");
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.document().path("error").path("type").asText()).isEqualTo("ReplaceRefusedException");
        assertThat(folder.resolve(".tidemark")).doesNotExist();
    }

    @Test
    void theLogFileKeepsProgressAndErrors() {
        String log = folder.resolve("run.log").toString();
        Desk.Said said = desk.done("run", "JOB", "--log", log, "-v");
        assertThat(said.err()).contains("committing").contains("chunk 0 of flow orders");
        desk.write("lake/raw/day=d1/bad.csv", "id,amount\n1,2\n");
        Desk.Said _ = desk.call("run", "JOB", "--replace", "--json", "--log", log);
        assertThat(Path.of(log)).content().contains("committing").contains("ReplaceRefusedException");
    }

    /// The broken twin: something else is printed beside the document.
    @Test
    void aTwinThatPrintsOneMoreByteIsCaught() {
        Desk.Said said = desk.done("runs", "list", "JOB", "--json");
        for (String twin : List.of(said.out() + " ", "\n" + said.out(), said.out() + said.out(), "")) {
            assertThatThrownBy(() -> new Desk.Said(0, twin, "").document()).isInstanceOf(AssertionError.class);
        }
    }
}
