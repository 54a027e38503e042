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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        // What reads only says what will be when whoever comes next has finished it. A twin that looks at the last
        // generation says that one object is new, and that a reset forgets none.
        assertThat(json("plan JOB").at("/flows/0/objects/new").asInt(-1)).isZero();
        assertThat(desk.done("bookmark", "reset", "JOB", "--dry-run").out()).contains("Would forget 1 object:");
        assertThat(desk.done("bookmark", "rewind", "JOB", "g:0", "--dry-run").out())
                .contains("1 object would be read again");
        assertThat(desk.done("bookmark", "set-now", "JOB", "--dry-run").out()).contains("Would record 0 objects");
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
                text.append(new String(HexFormat.of().parseHex(bytes), StandardCharsets.UTF_8));
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
