package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What operators do to a bookmark, and what they are told of it, on states that real runs left.
class BookmarkCommandsTest {

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("BookmarkCommandsTest").random());
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

    /// The broken twin counts first what is read again, for which it needs the segment that is not whole.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRewindGoesPastASegmentThatIsDamagedOrGone(boolean gone) throws IOException {
        int rows = desk.addFile();
        JsonNode _ = run();
        Set<Path> before = segments();
        int more = desk.addFile();
        JsonNode _ = run();
        for (Path segment : segments()) {
            if (before.contains(segment)) {
                continue;
            }
            if (gone) {
                Files.delete(segment);
            } else {
                Files.write(segment, new byte[] {1, 2, 3});
            }
        }
        Desk.Said failed = desk.call("run", "JOB");
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.err()).contains("bookmark rewind");
        assertThat(desk.done("bookmark", "reset", "JOB", "--dry-run").out()).contains("reads everything again");
        assertThat(desk.done("bookmark", "rewind", "JOB", "g:1", "--dry-run").out())
                .contains("Would return to what generation 1 had taken in.")
                .contains("a second time");
        assertThat(desk.done("bookmark", "rewind", "JOB", "g:1").out()).contains("a second time");
        assertThat(run().path("flows").path(0).path("recordsWritten").asInt()).isEqualTo(more);
        assertThat(desk.rows()).hasSize(rows + 2 * more);
    }

    private Set<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(".tidemark/work/orders/segments"))) {
            return files.collect(Collectors.toSet());
        }
    }

    /// The broken twin is the difference of how many objects both hold: here it is none.
    @Test
    void anObjectThatWasRewrittenSinceIsReadAgainAfterARewind() {
        desk.addFile("a.csv", "id,amount\n1,500\n");
        JsonNode _ = run();
        desk.addFile("a.csv", "id,amount\n1,5000\n");
        JsonNode _ = run();
        assertThat(json("bookmark show JOB")
                        .path("flows")
                        .path("orders")
                        .path("objects")
                        .asLong())
                .isEqualTo(1);
        assertThat(desk.done("bookmark", "rewind", "JOB", "g:1", "--dry-run").out())
                .contains("1 object would be read again")
                .contains("a second time");
        assertThat(desk.done("bookmark", "rewind", "JOB", "g:1").out())
                .contains("a second time")
                .doesNotContain("No object is read again");
        assertThat(json("plan JOB")
                        .path("flows")
                        .path(0)
                        .path("objects")
                        .path("rewritten")
                        .asInt())
                .isEqualTo(1);
    }

    /// A twin that adds up the segments counts a rewritten object in each.
    @Test
    void anObjectThatWasRewrittenIsOneObject() {
        desk.addFile("a.csv", "id,amount\n1,500\n");
        desk.addFile("b.csv", "id,amount\n2,500\n");
        JsonNode _ = run();
        desk.addFile("a.csv", "id,amount\n1,500\n3,700\n");
        JsonNode _ = run();

        assertThat(json("bookmark show JOB").at("/flows/orders/objects").asLong())
                .isEqualTo(2);
        assertThat(desk.done("bookmark", "reset", "JOB", "--dry-run").out()).contains("Would forget 2 objects:");
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
                folder.resolve("lake/raw/day=d0/late.csv"), FileTime.from(Instant.parse("2040-01-01T00:00:00Z")));
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

    private JsonNode run() {
        return json("run JOB");
    }

    private JsonNode json(String words) {
        return desk.done((words + " --json").split(" ")).document();
    }
}
