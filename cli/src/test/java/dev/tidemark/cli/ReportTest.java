package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.HaltingTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every run that ends keeps a report, and its numbers are those of the data.
class ReportTest {

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("ReportTest").random();
        desk = new Desk(folder, random);
    }

    @Test
    void recordsReadAreThoseWrittenFilteredAndRejected() {
        long records = 0;
        long rejected = 0;
        long quarantined = 0;
        int files = random.nextInt(3, 9);
        for (int file = 0; file < files; file++) {
            StringBuilder text = new StringBuilder("id,amount\n");
            long before = rejected;
            for (int row = random.nextInt(1, 30); row > 0; row--) {
                boolean bad = random.nextInt(12) == 0;
                rejected += bad ? 1 : 0;
                records++;
                text.append(row)
                        .append(',')
                        .append(bad ? "many" : random.nextInt(1_000))
                        .append('\n');
            }
            quarantined += rejected > before ? 1 : 0;
            desk.addFile("f" + file + ".csv", text.toString());
        }
        JsonNode report = desk.done("run", "JOB", "--json").document();
        assertThat(report.path("status").asText()).isEqualTo("COMMITTED");
        JsonNode flow = report.path("flows").path(0);
        assertThat(flow.path("recordsRead").asLong()).isEqualTo(records);
        assertThat(flow.path("recordsRejected").asLong()).isEqualTo(rejected);
        assertThat(flow.path("objects").path("quarantined").asLong()).isEqualTo(quarantined);
        assertThat(flow.path("recordsWritten").asLong()).isEqualTo(desk.rows().size());
        assertThat(flow.path("recordsFiltered").asLong())
                .isEqualTo(records - rejected - desk.rows().size());
        long rows = 0;
        for (JsonNode file : flow.path("files")) {
            rows += file.path("rows").asLong();
        }
        assertThat(rows).isEqualTo(flow.path("recordsWritten").asLong());
        assertThat(flow.path("filesTotal").asLong())
                .isEqualTo(flow.path("files").size());
        LongUnaryOperator law = read -> flow.path("recordsWritten").asLong()
                + flow.path("recordsFiltered").asLong()
                + flow.path("recordsRejected").asLong()
                - read;
        assertThat(law.applyAsLong(records)).isZero();
        // The broken twin: a report that counts a record less.
        assertThat(law.applyAsLong(records - 1)).isNotZero();
    }

    @Test
    void costIsTheNumberOfCallsThatThePortsSaw() {
        desk.addFile();
        HaltingTap counted = HaltingTap.counting();
        desk.around(ports -> TappedPorts.of(ports, counted));
        JsonNode cost = desk.done("run", "JOB", "--json").document().path("cost");
        assertThat(cost.path("usd").asDouble(-1)).isZero();
        long calls = 0;
        for (JsonNode count : cost.path("calls")) {
            calls += count.asLong();
        }
        // Those after the report was written are not in it: record, Decide, publishing, clean-up.
        assertThat(calls).isBetween(20L, (long) counted.calls());
        assertThat(cost.path("calls").path("objects.open").asLong()).isPositive();
        assertThat(cost.path("calls").path("staging.finish").asLong()).isPositive();
    }

    @Test
    void aFailedRunKeepsItsReportAndItsTimeline() throws Exception {
        desk.write("job.yaml", Desk.JOB.replace("onBadRecord: quarantine", "onBadRecord: fail"));
        desk.addFile("bad.csv", "id,amount\n1,many\n");
        Desk.Said said = desk.call("run", "JOB", "--json");
        assertThat(said.exit()).isEqualTo(1);
        JsonNode report = said.document();
        assertThat(report.path("status").asText()).isEqualTo("FAILED");
        assertThat(report.path("job").asText()).isEqualTo("orders");
        assertThat(report.path("error").path("type").asText()).isEqualTo("BadRecordException");
        assertThat(report.path("error").path("retryable").asBoolean(true)).isFalse();
        assertThat(report.path("flows").path(0).path("objects").path("new").asLong())
                .isEqualTo(1);
        String runId = report.path("runId").asText();
        JsonNode shown = desk.done("runs", "show", "JOB", runId, "--json").document();
        assertThat(shown.path("report")).isEqualTo(report);
        assertThat(desk.done("runs", "show", "JOB", runId).out())
                .contains("FAILED")
                .contains("BadRecordException");
        JsonNode row = timeline(runId).path("chunks").path(0);
        assertThat(row.path(0).asInt(-1)).isZero();
        assertThat(row.path(2).asLong()).isGreaterThanOrEqualTo(row.path(1).asLong());
        assertThat(row.path(6).asText()).contains("bad.csv");
    }

    @Test
    void aCommittedRunKeepsATimelineOfItsChunks() throws Exception {
        for (int file = 0; file < 5; file++) {
            desk.addFile();
        }
        JsonNode report = desk.done("run", "JOB", "--json").document();
        JsonNode chunks = timeline(report.path("runId").asText()).path("chunks");
        JsonNode flow = report.path("flows").path(0);
        assertThat(chunks.size()).isEqualTo(flow.path("chunks").asInt());
        long records = 0;
        for (JsonNode chunk : chunks) {
            assertThat(chunk.size()).isEqualTo(6);
            records += chunk.path(4).asLong();
        }
        assertThat(records).isEqualTo(flow.path("recordsRead").asLong());
    }

    @Test
    void aStoppedRunIsAbortedAndSaysSo() {
        desk.addFile();
        desk.stopping(Runnable::run);
        Desk.Said said = desk.call("run", "JOB", "--json");
        assertThat(said.exit()).isEqualTo(1);
        JsonNode report = said.document();
        assertThat(report.path("status").asText()).isEqualTo("ABORTED");
        assertThat(report.path("error").path("type").asText()).isEqualTo("RunInterruptedException");
        assertThat(desk.rows()).isEmpty();
        assertThat(desk.done("runs", "show", "JOB", report.path("runId").asText())
                        .out())
                .contains("ABORTED");
    }

    @Test
    void aRunWithNothingToDoKeepsItsReportToo() {
        desk.addFile();
        Desk.Said _ = desk.done("run", "JOB");
        JsonNode report = desk.done("run", "JOB", "--json").document();
        assertThat(report.path("status").asText()).isEqualTo("NOTHING_TO_DO");
        assertThat(report.path("bookmark").path("generationBefore").asLong()).isEqualTo(1);
        JsonNode shown = desk.done("runs", "show", "JOB", report.path("runId").asText(), "--json")
                .document();
        assertThat(shown.path("report")).isEqualTo(report);
    }

    @Test
    void aRunWhoseClaimIsTakenOverHasAReport() {
        desk.addFile();
        HaltingTap halting = new HaltingTap(8, true);
        desk.around(ports -> TappedPorts.of(ports, halting));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(ports -> ports);
        JsonNode list = desk.done("runs", "list", "JOB", "--json").document().path("runs");
        assertThat(list.path(0).path("state").asText()).isIn("CLAIMED", "PLANNED");
        Desk.Said _ = desk.done("run", "JOB");
        JsonNode shown = desk.done(
                        "runs", "show", "JOB", list.path(0).path("runId").asText(), "--json")
                .document();
        assertThat(shown.path("run").path("state").asText()).isEqualTo("ABORTED");
        assertThat(shown.path("report").path("status").asText()).isEqualTo("ABORTED");
        assertThat(shown.path("report").path("error").path("message").asText()).contains("took over its claim");
    }

    private JsonNode timeline(String runId) throws Exception {
        try (Stream<Path> walk = Files.walk(folder.resolve(".tidemark/work/orders/runs/" + runId))) {
            List<Path> found =
                    walk.filter(file -> file.endsWith("timeline.json")).toList();
            assertThat(found).hasSize(1);
            return Desk.parse(Files.readString(found.getFirst()));
        }
    }
}
