package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.local.LocalJobLock;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What operators do to a job, on states that real runs left, halted ones too.
class OperatorCommandsTest {

    /// The claim is the first transaction of a run, Decide the second.
    private static final int CLAIM = 1;

    private static final int DECIDE = 2;

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("OperatorCommandsTest").random());
    }

    @Test
    void showAndHistorySayWhatRunsAndActsDid() {
        assertThat(desk.done("bookmark", "history", "JOB").out()).contains("No generation yet");
        desk.addFile();
        desk.addFile();
        String runId = run().path("runId").asText();
        Desk.Said _ = desk.done("bookmark", "reset", "JOB", "--reason", "a bad day");
        JsonNode shown = json("bookmark show JOB");
        assertThat(shown.path("generation").asLong()).isEqualTo(2);
        assertThat(shown.path("flows").path("orders").path("objects").asLong()).isZero();
        JsonNode history = json("bookmark history JOB").path("generations");
        assertThat(history.path(0).path("kind").asText()).isEqualTo("commit");
        assertThat(history.path(0).path("runId").asText()).isEqualTo(runId);
        assertThat(history.path(1).path("kind").asText()).isEqualTo("reset");
        assertThat(history.path(1).path("reason").asText()).isEqualTo("a bad day");
    }

    @Test
    void afterAResetARunReadsEverythingAgain() {
        int rows = desk.addFile();
        JsonNode _ = run();
        Desk.Said _ = desk.done("bookmark", "reset", "JOB");
        assertThat(run().path("flows").path(0).path("recordsWritten").asInt()).isEqualTo(rows);
        assertThat(desk.rows()).hasSize(2 * rows);
    }

    @Test
    void resetAndRewindSayThatRowsComeTwiceAndSetNowDoesNot() {
        desk.addFile();
        JsonNode _ = run();
        desk.addFile();
        JsonNode _ = run();
        for (String words : List.of("reset JOB --dry-run", "rewind JOB g:1 --dry-run", "rewind JOB g:1", "reset JOB")) {
            assertThat(desk.done(("bookmark " + words).split(" ")).out())
                    .as(words)
                    .contains("Published files stay")
                    .contains("appends their rows a second time")
                    .contains("overwritePartitions");
        }
        assertThat(desk.done("bookmark", "set-now", "JOB").out())
                .contains("Recorded 2 objects as taken in without reading them.")
                .doesNotContain("a second time");
    }

    @Test
    void aRewindSaysHowMuchIsReadAgainAndThatAnUndoneOneReadsNothing() {
        desk.addFile();
        JsonNode _ = run();
        int more = 3;
        for (int file = 0; file < more; file++) {
            desk.addFile();
        }
        JsonNode _ = run();
        assertThat(desk.done("bookmark", "rewind", "JOB", "g:1", "--dry-run").out())
                .contains(more + " objects would be read again")
                .contains("a second time");
        Desk.Said _ = desk.done("bookmark", "rewind", "JOB", "g:1");
        assertThat(json("plan JOB")
                        .path("flows")
                        .path(0)
                        .path("objects")
                        .path("new")
                        .asInt())
                .isEqualTo(more);
        // The broken twin of the sentence: it stands for every rewind, as it did, also for this one.
        assertThat(desk.done("bookmark", "rewind", "JOB", "g:2").out())
                .contains("No object is read again")
                .doesNotContain("a second time");
        assertThat(json("plan JOB")
                        .path("flows")
                        .path(0)
                        .path("objects")
                        .path("new")
                        .asInt())
                .isZero();
        assertThat(desk.done("bookmark", "history", "JOB").out())
                .contains("rewind to g:1")
                .contains("rewind to g:2");
    }

    @Test
    void aHistoryWhoseGenerationIsLostSaysSoAndHowToGoOn() throws IOException {
        desk.addFile();
        JsonNode _ = run();
        Files.delete(folder.resolve(".tidemark/job/orders/gen/000000000001.json"));
        assertThat(desk.done("bookmark", "history", "JOB").out())
                .contains("stands at generation 1, and its item is lost")
                .contains("tidemark bookmark rewind JOB g:0")
                .doesNotContain("never committed");
        Desk.Said _ = desk.done("bookmark", "rewind", "JOB", "g:0");
        assertThat(desk.done("bookmark", "history", "JOB").out())
                .contains("g:2")
                .doesNotContain("lost");
        assertThat(run().path("status").asText()).isEqualTo("COMMITTED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-00-00", "2026-13-01", "2026-02-30", "0000-01-01", "yesterday"})
    void aTimeThatIsNoneIsAnsweredWithOneThatIs(String word) {
        Desk.Said said = desk.call("bookmark", "rewind", "JOB", "--before", word);
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err()).contains("'" + word + "' is not an instant; write 2026-11-30T00:00:00Z");
    }

    @Test
    void showWithoutARunShowsTheLastAndSaysWhenItsProcessIsDead() {
        desk.addFile();
        String first = run().path("runId").asText();
        assertThat(json("runs show JOB").path("run").path("runId").asText()).isEqualTo(first);
        desk.addFile();
        String dead = halted(CLAIM);
        Map<String, String> before = desk.snapshot();
        assertThat(desk.done("runs", "show", "JOB").out())
                .contains(dead)
                .contains("Its process is dead")
                .contains("tidemark runs abort " + desk.job() + " " + dead);
        assertThat(desk.snapshot()).isEqualTo(before);
        // The broken twin: a run that somebody still works on.
        try (LocalJobLock _ = LocalJobLock.tryAcquire(folder.resolve(".tidemark"), "orders", "the test")
                .orElseThrow()) {
            assertThat(desk.done("runs", "show", "JOB").out()).contains(dead).doesNotContain("dead:");
            assertThat(desk.call("run", "JOB").exit()).isEqualTo(3);
        }
        JsonNode _ = run();
        assertThat(desk.done("runs", "show", "JOB", dead).out()).doesNotContain("Its process is dead");
    }

    @Test
    void aRewindReturnsToRightAfterARunHoweverItIsNamed() throws Exception {
        desk.addFile();
        JsonNode first = run();
        Desk.Said history = desk.done("bookmark", "history", "JOB", "--json");
        String madeAt =
                history.document().path("generations").path(0).path("madeAt").asText();
        desk.addFile();
        JsonNode second = run();
        int rows = second.path("flows").path(0).path("recordsWritten").asInt();
        for (String point : List.of("JOB " + first.path("runId").asText(), "JOB g:1", "JOB " + madeAt)) {
            Map<String, String> before = desk.snapshot();
            assertThat(json("bookmark rewind " + point + " --dry-run")
                            .path("text")
                            .asText())
                    .contains("generation 1");
            assertThat(desk.snapshot()).isEqualTo(before);
            JsonNode _ = json("bookmark rewind " + point);
            assertThat(run().path("flows").path(0).path("recordsWritten").asInt())
                    .as(point)
                    .isEqualTo(rows);
        }
        JsonNode _ = json("bookmark rewind JOB --before " + madeAt);
        assertThat(run().path("flows").path(0).path("objects").path("new").asInt())
                .isEqualTo(2);
    }

    @Test
    void setNowRecordsWhatIsThereUnread() throws Exception {
        desk.addFile();
        desk.addFile("late.csv", "id,amount\n1,500\n");
        Files.setLastModifiedTime(
                folder.resolve("lake/raw/day=d0/late.csv"),
                java.nio.file.attribute.FileTime.from(java.time.Instant.parse("2040-01-01T00:00:00Z")));
        assertThat(json("bookmark set-now JOB --dry-run").path("text").asText()).contains("2 objects");
        assertThat(folder.resolve(".tidemark")).doesNotExist();
        JsonNode _ = json("bookmark set-now JOB --before 2039-01-01T00:00:00Z");
        assertThat(run().path("flows").path(0).path("recordsWritten").asInt()).isEqualTo(1);
        assertThat(run().path("status").asText()).isEqualTo("NOTHING_TO_DO");
    }

    @ParameterizedTest
    @ValueSource(strings = {"boundedFiles: 1", "boundedSize: 1B", "initial: now"})
    void setNowRecordsEverythingHoweverMuchARunMayTakeAndWhateverItWouldLeaveUnread(String option) {
        desk.write("job.yaml", Desk.JOB.replace("      format: csv\n", "      format: csv\n      " + option + "\n"));
        for (int files = 0; files < 3; files++) {
            int _ = desk.addFile();
        }
        assertThat(json("bookmark set-now JOB --dry-run").path("text").asText()).contains("3 objects");
        JsonNode _ = json("bookmark set-now JOB");
        assertThat(json("bookmark show JOB")
                        .path("flows")
                        .path("orders")
                        .path("objects")
                        .asLong())
                .isEqualTo(3);
        assertThat(run().path("status").asText()).isEqualTo("NOTHING_TO_DO");
    }

    @Test
    void aStateFolderThatIsNotThereIsWarnedOf() {
        desk.addFile();
        JsonNode _ = run();
        String nowhere = folder.resolve("nowhere").toString();
        for (String words : List.of(
                "plan JOB",
                "explain JOB lake/raw/x.csv",
                "bookmark show JOB",
                "bookmark history JOB",
                "runs list JOB")) {
            assertThat(desk.done((words + " --state " + nowhere).split(" ")).err())
                    .as(words)
                    .startsWith("warning: there is no state at " + nowhere + " yet");
            assertThat(desk.done((words + " --json --state " + nowhere).split(" "))
                            .err())
                    .isEmpty();
            // The broken twin: a folder that is there.
            assertThat(desk.done((words + " --state " + folder.resolve(".tidemark")).split(" "))
                            .err())
                    .isEmpty();
        }
    }

    @Test
    void planSaysTheSameBytesToProgramsAndPeople() {
        desk.addFile("a.csv", "id,amount\n1,500\n");
        JsonNode plan = json("plan JOB");
        assertThat(Schemas.complaints(plan)).isEmpty();
        assertThat(plan.path("flows").path(0).path("bytesRead").asLong()).isEqualTo(16);
        assertThat(desk.done("plan", "JOB").out()).contains(" 16 bytes to read");
    }

    @Test
    void planAndExplainAndTheReadingCommandsWriteNothing() {
        desk.addFile();
        Map<String, String> before = desk.snapshot();
        for (int round = 0; round < 2; round++) {
            for (String words : List.of(
                    "plan JOB",
                    "explain JOB lake/raw/x.csv",
                    "validate JOB",
                    "bookmark show JOB",
                    "bookmark history JOB",
                    "runs list JOB")) {
                Desk.Said _ = desk.done(words.split(" "));
                assertThat(desk.snapshot()).as(words).isEqualTo(before);
            }
            JsonNode _ = run();
            before = desk.snapshot();
        }
        // The broken twin: a command that does write.
        Desk.Said _ = desk.done("bookmark", "reset", "JOB");
        assertThat(desk.snapshot()).isNotEqualTo(before);
    }

    @Test
    void aDeadClaimRefusesActsUntilItIsAborted() {
        int rows = desk.addFile();
        String dead = halted(CLAIM);
        Desk.Said refused = desk.call("bookmark", "reset", "JOB", "--json");
        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.document().path("error").path("message").asText()).contains(dead);
        JsonNode aborted = json("runs abort JOB " + dead);
        assertThat(aborted.path("run").path("state").asText()).isEqualTo("ABORTED");
        assertThat(json("bookmark reset JOB").path("generationAfter").asLong()).isEqualTo(1);
        JsonNode _ = run();
        assertThat(desk.rows()).hasSize(rows);
    }

    @Test
    void abortRunEndsADeadClaimTogetherWithTheAct() {
        desk.addFile();
        String dead = halted(CLAIM);
        assertThat(json("bookmark reset JOB --abort-run")
                        .path("generationAfter")
                        .asLong())
                .isEqualTo(1);
        JsonNode shown = json("runs show JOB " + dead);
        assertThat(shown.path("run").path("state").asText()).isEqualTo("ABORTED");
        assertThat(shown.path("report").path("status").asText()).isEqualTo("ABORTED");
    }

    @Test
    void theErrorThatEndedARunIsToldAlsoWhenItsAbortFails() {
        desk.write("job.yaml", Desk.JOB.replace("onBadRecord: quarantine", "onBadRecord: fail"));
        desk.addFile("bad.csv", "id,amount\n1,many\n");
        AtomicInteger transactions = new AtomicInteger();
        desk.around(ports -> TappedPorts.of(ports, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("state.transact") && transactions.incrementAndGet() > CLAIM) {
                    throw new StorageUnavailableException("transact", "the disk is full", null);
                }
                return effect.get();
            }
        }));
        Desk.Said failed = desk.call("run", "JOB");
        assertThat(transactions).hasValue(CLAIM + 1);
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.err()).contains("bad.csv").doesNotContain("the disk is full");
        desk.around(UnaryOperator.identity());
        assertThat(desk.call("run", "JOB").err())
                .as("the next run takes the claim over")
                .contains("bad.csv");
    }

    @Test
    void finishPublishesADecidedCommit() {
        int rows = desk.addFile();
        String decided = halted(DECIDE);
        assertThat(desk.rows()).isEmpty();
        assertThat(json("bookmark show JOB").path("state").asText()).isEqualTo("PUBLISHING");
        assertThat(json("runs finish JOB " + decided).path("run").path("state").asText())
                .isEqualTo("COMMITTED");
        assertThat(desk.rows()).hasSize(rows);
        assertThat(run().path("status").asText()).isEqualTo("NOTHING_TO_DO");
    }

    @Test
    void finishWithoutTheCatalogLeavesItsChangeToTheNextCommit() {
        desk.addFile("a.csv", "id,amount\n1,500\n");
        String decided = halted(DECIDE);
        JsonNode finished = json("runs finish JOB " + decided + " --skip-catalog");
        assertThat(finished.path("run").path("state").asText()).isEqualTo("COMMITTED");
        assertThat(desk.rows()).hasSize(1);
        assertThat(catalog()).doesNotContain("d0");
        desk.write("lake/raw/day=d7/b.csv", "id,amount\n2,600\n");
        JsonNode _ = run();
        assertThat(catalog()).contains("d0").contains("d7");
    }

    @Test
    void abortOfADecidedRunFinishesIt() {
        int rows = desk.addFile();
        String decided = halted(DECIDE);
        assertThat(json("runs abort JOB " + decided).path("run").path("state").asText())
                .isEqualTo("COMMITTED");
        assertThat(desk.rows()).hasSize(rows);
    }

    @Test
    void aRangeReadsAgainWhatItsRunsTookInAndLeavesTheBookmark() {
        desk.addFile();
        String first = run().path("runId").asText();
        int rows = desk.addFile();
        String second = run().path("runId").asText();
        desk.addFile();
        JsonNode _ = run();
        JsonNode again = json("run JOB --bookmark pause --from " + first + " --to " + second);
        assertThat(again.path("flows").path(0).path("recordsWritten").asInt()).isEqualTo(rows);
        assertThat(again.path("bookmark").path("generationAfter").asInt()).isEqualTo(3);
        assertThat(json("bookmark show JOB").path("generation").asInt()).isEqualTo(3);
    }

    @Test
    void theRunsDateIsThatOfAsOf() {
        desk.write(
                "job.yaml",
                Desk.JOB.replace("sink:", "sink:\n      transforms: [ { derive: { read_on: \"run_date()\" } } ]"));
        desk.addFile("a.csv", "id,amount\n1,500\n");
        JsonNode _ = json("run JOB --as-of 2001-02-03T04:05:06Z");
        assertThat(desk.rows()).singleElement().asString().contains("2001-02-03");
    }

    private JsonNode run() {
        return json("run JOB");
    }

    private JsonNode json(String words) {
        return desk.done((words + " --json").split(" ")).document();
    }

    private String catalog() {
        StringBuilder text = new StringBuilder();
        desk.snapshot().forEach((name, bytes) -> {
            if (name.startsWith(".tidemark/catalog/") && name.contains("partitions")) {
                text.append(
                        new String(java.util.HexFormat.of().parseHex(bytes), java.nio.charset.StandardCharsets.UTF_8));
            }
        });
        return text.toString();
    }

    /// Runs until right after a transaction, where the process stops.
    ///
    /// @return the run's id
    private String halted(int transaction) {
        HaltAfter tap = new HaltAfter(transaction);
        desk.around(ports -> TappedPorts.of(ports, tap));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(ports -> ports);
        JsonNode runs = json("runs list JOB").path("runs");
        return runs.path(runs.size() - 1).path("runId").asText();
    }

    private static final class HaltAfter implements PortTap {

        private final int transaction;
        private final AtomicInteger seen = new AtomicInteger();

        HaltAfter(int transaction) {
            this.transaction = transaction;
        }

        @Override
        public <T> T call(String call, Supplier<T> effect) {
            if (seen.get() >= transaction) {
                throw new Halt(call);
            }
            T answer = effect.get();
            if (call.equals("state.transact") && seen.incrementAndGet() == transaction) {
                throw new Halt(call);
            }
            return answer;
        }
    }
}
