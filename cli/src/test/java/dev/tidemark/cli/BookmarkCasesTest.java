package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cases of bookmarks by their names, through the command.
class BookmarkCasesTest {

    private static final Instant LATER = Instant.parse("2026-06-01T00:00:00Z");

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("BookmarkCasesTest").random();
        desk = new Desk(folder, random);
    }

    @Test
    void bm01AnObjectOfTheSameSecondAsTheLastOneTakenIsRead() throws IOException {
        Instant second = Instant.parse("2026-05-05T12:00:05Z");
        desk.addFile("a.csv", "id,amount\n0,500\n");
        Files.setLastModifiedTime(file("a"), FileTime.from(second));
        assertThat(read("run JOB")).containsExactly("a");
        desk.addFile("b.csv", "id,amount\n1,500\n");
        Files.setLastModifiedTime(file("b"), FileTime.from(second));
        desk.addFile("c.csv", "id,amount\n2,500\n");
        Files.setLastModifiedTime(file("c"), FileTime.from(second.minusSeconds(random.nextInt(1, 100_000))));
        assertThat(read("run JOB")).containsExactly("b", "c");
        // The broken twins: what is later than the last time loses both; what is not earlier reads a again.
        List<String> later = new ArrayList<>();
        List<String> notEarlier = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            Instant modified = Files.getLastModifiedTime(file(name)).toInstant();
            if (modified.isAfter(second)) {
                later.add(name);
            }
            if (!modified.isBefore(second)) {
                notEarlier.add(name);
            }
        }
        assertThat(later).isEmpty();
        assertThat(notEarlier).containsExactly("a", "b");
        assertThat(status("run JOB")).isEqualTo("NOTHING_TO_DO");
    }

    @Test
    void bm03AnOverwrittenObjectIsReadAgainAsAWholeAndTheReportSaysSo() {
        desk.addFile("k.csv", "id,amount\n1,500\n2,500\n");
        assertThat(read("run JOB")).containsExactly("b", "c");
        desk.addFile("k.csv", "id,amount\n1,600\n2,600\n3,600\n");
        List<String> before = desk.rows();
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("objects").path("rewritten").asInt()).isEqualTo(1);
        assertThat(flow.path("objects").path("new").asInt()).isZero();
        List<String> added = new ArrayList<>(desk.rows());
        before.forEach(added::remove);
        // The broken twin takes the third record alone.
        assertThat(added).hasSize(3).allMatch(row -> row.contains("600"));
        assertThat(status("run JOB")).isEqualTo("NOTHING_TO_DO");
    }

    @Test
    void bm07ResetRewindAndPauseReadWhatTheySay() {
        String r1 = runWith("a");
        String _ = runWith("b");
        String r3 = runWith("c");
        String before = shown();
        Desk.Said backwards = desk.call("run", "JOB", "--bookmark", "pause", "--from", r3, "--to", r1);
        assertThat(backwards.exit()).isEqualTo(2);
        assertThat(backwards.err()).contains("--from " + r3 + " is later than --to " + r1);
        assertThat(read("run JOB --bookmark pause --from " + r1 + " --to " + r3))
                .containsExactly("b", "c");
        assertThat(shown()).isEqualTo(before);
        Desk.Said _ = desk.done("bookmark", "reset", "JOB");
        assertThat(read("run JOB")).containsExactly("a", "b", "c");
        Desk.Said _ = desk.done("bookmark", "rewind", "JOB", r1);
        assertThat(read("run JOB")).containsExactly("b", "c");
        // The broken twin: a rewind that forgets too little.
        Desk.Said _ = desk.done("bookmark", "rewind", "JOB", r3);
        assertThat(read("run JOB")).isEmpty();
    }

    @Test
    void bm07TwoFlowsCommitTogetherOrNotAtAll() {
        String second = Desk.JOB
                .substring(Desk.JOB.indexOf("  - name: orders"))
                .replace("name: orders", "name: again")
                .replace("/curated/", "/curated/again/")
                .replace("table: orders", "table: again");
        desk.write("job.yaml", Desk.JOB.replace("/curated/", "/curated/first/") + second);
        desk.addFile("a.csv", "id,amount\n1,500\n");
        halted(2, true);
        assertThat(desk.rows()).isEmpty();
        assertThat(Desk.parse(shown()).path("generation").asInt()).isZero();
        halted(2, false);
        JsonNode runs = desk.done("runs", "list", "JOB", "--json").document().path("runs");
        Desk.Said _ = desk.done(
                "runs",
                "finish",
                "JOB",
                runs.path(runs.size() - 1).path("runId").asText());
        assertThat(desk.rows()).hasSize(2);
        JsonNode flows = Desk.parse(shown()).path("flows");
        assertThat(flows.path("orders").path("objects").asInt()).isEqualTo(1);
        assertThat(flows.path("again").path("objects").asInt()).isEqualTo(1);
        assertThat(status("run JOB")).isEqualTo("NOTHING_TO_DO");
    }

    @Test
    void theSameBytesUnderAnotherETagAreRecordedUnreadWhereRewritesAreSkipped() throws IOException {
        desk.write("job.yaml", Desk.JOB.replace("- name: orders", "- name: orders\n    onRewrite: skip"));
        String _ = runWith("a");
        touch("a");
        Set<String> opened = ConcurrentHashMap.newKeySet();
        desk.around(ports -> MeddledObjects.around(ports, new MeddledObjects.Meddling() {
            @Override
            public void opened(String location, int open) {
                if (location.contains("/raw/")) {
                    opened.add(location);
                }
            }
        }));
        assertThat(read("run JOB")).isEmpty();
        assertThat(opened).isEmpty();
        // It is recorded: who would read rewritten objects finds nothing either.
        desk.write("job.yaml", Desk.JOB);
        assertThat(read("run JOB")).isEmpty();
        // The broken twin: rewritten again, and not skipped.
        Files.setLastModifiedTime(file("a"), FileTime.from(LATER.plusSeconds(60)));
        assertThat(read("run JOB")).containsExactly("a");
        assertThat(opened).isNotEmpty();
    }

    @Test
    void acceptRewrittenLiftsTheGuardForOneRun() throws IOException {
        desk.write("job.yaml", Desk.JOB.replace("- name: orders", "- name: orders\n    maxRewritten: 1"));
        String _ = runWith("a");
        String _ = runWith("b");
        touch("a");
        touch("b");
        Desk.Said refused = desk.call("run", "JOB");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("--accept-rewritten");
        assertThat(desk.rows()).hasSize(2);
        assertThat(read("run JOB --accept-rewritten")).containsExactly("a", "b");
        touch("a");
        touch("b");
        assertThat(status("run JOB")).isEqualTo("NOTHING_TO_DO");
    }

    @Test
    void cs05NumbersAndCodesSurviveWithoutASchemaAndWithAnInferredOne() {
        String plain = Desk.JOB
                .replace("      schema: [ { name: id, type: bigint }, { name: amount, type: int } ]\n", "")
                .replace("    transforms:\n      - filter: \"amount is null or amount >= 100\"\n", "");
        desk.write("job.yaml", plain);
        desk.addFile("a.csv", "zip,n\n00501,9223372036854775807\n08540,1e5\n");
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(desk.rows())
                .containsExactlyInAnyOrder(
                        "{\"zip\":\"00501\",\"n\":\"9223372036854775807\"}", "{\"zip\":\"08540\",\"n\":\"1e5\"}");
        desk.write(
                "job.yaml",
                plain.replace("job: orders", "job: inferred")
                        .replace("withHeader: true", "withHeader: true, inferSchema: true")
                        .replace("/curated/", "/curated/inferred/")
                        .replace("table: orders", "table: inferred"));
        Desk.Said _ = desk.done("run", "JOB");
        List<String> inferred =
                desk.rows().stream().filter(row -> !row.contains("1e5")).toList();
        assertThat(desk.rows())
                .hasSize(4)
                .anyMatch(row -> row.contains("\"00501\"") && row.contains("9223372036854775807"));
        // The broken twin is a double: it would have rounded.
        assertThat(inferred).isNotEmpty().noneMatch(row -> row.contains("E18"));
    }

    /// One record whose id names the file.
    private String runWith(String name) {
        desk.addFile(name + ".csv", "id,amount\n%d,500\n".formatted(name.charAt(0) - 'a'));
        return desk.done("run", "JOB", "--json").document().path("runId").asText();
    }

    private Path file(String name) {
        return folder.resolve("lake/raw/day=d0/" + name + ".csv");
    }

    private void touch(String name) throws IOException {
        Files.setLastModifiedTime(file(name), FileTime.from(LATER));
    }

    /// Names of the files whose records a run added to the output, in order.
    private List<String> read(String words) {
        List<String> before = desk.rows();
        Desk.Said _ = desk.done(words.split(" "));
        List<String> added = new ArrayList<>(desk.rows());
        before.forEach(added::remove);
        return added.stream()
                .map(row ->
                        String.valueOf((char) ('a' + Desk.parse(row).path("id").asInt())))
                .sorted()
                .toList();
    }

    private String status(String words) {
        return desk.done((words + " --json").split(" "))
                .document()
                .path("status")
                .asText();
    }

    private String shown() {
        return desk.done("bookmark", "show", "JOB", "--json").out();
    }

    /// A run that stops before or after one of its transactions.
    private void halted(int transaction, boolean before) {
        AtomicInteger seen = new AtomicInteger();
        desk.around(ports -> TappedPorts.of(ports, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                boolean counts = call.equals("state.transact");
                int number = counts ? seen.incrementAndGet() : seen.get();
                if (number > transaction || (number == transaction && (before || !counts))) {
                    throw new Halt(call);
                }
                return effect.get();
            }
        }));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(ports -> ports);
    }
}
