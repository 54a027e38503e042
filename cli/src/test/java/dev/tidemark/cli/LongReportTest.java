package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.json.JsonRunCodec;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunReport;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.testkit.Seeded;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A report of more files than a report lists: it says how many there are, and its sums are of all.
class LongReportTest {

    private static final String JOB = """
            job: many
            flows:
              - name: f
                source:
                  s3: { paths: [ "s3://lake/raw/" ] }
                  format: csv
                  formatOptions: { withHeader: true }
                sink: { path: "s3://lake/out/", format: json, partitionKeys: [ p ] }
            """;

    private final Random random = Seeded.of("LongReportTest").random();
    private final MemoryLake lake = new MemoryLake();

    @Test
    void ofMoreThanTenThousandFilesTenThousandAreListedAndAllAreCounted() {
        int partitions = RunReport.MOST_FILES + random.nextInt(1, 60);
        int rows = partitions + random.nextInt(1, 500);
        JsonNode flow = report(partitions, rows).path("flows").path(0);
        assertThat(flow.path("files")).hasSize(10_000);
        assertThat(flow.path("filesTotal").asInt()).isEqualTo(partitions);
        assertThat(flow.path("recordsWritten").asInt()).isEqualTo(rows);
        assertThat(lake.rows()).hasSize(rows);
        Set<String> listed = new HashSet<>();
        flow.path("files").forEach(file -> listed.add(file.path("path").asText()));
        assertThat(listed).hasSize(10_000).isSubsetOf(lake.objects.names(MemoryLake.OUT));
    }

    /// The broken twin: a count of what is listed. Where all are, nobody sees it.
    @Test
    void ofTenThousandFilesAllAreListed() {
        JsonNode flow =
                report(RunReport.MOST_FILES, RunReport.MOST_FILES).path("flows").path(0);
        assertThat(flow.path("files")).hasSize(10_000);
        assertThat(flow.path("filesTotal").asInt()).isEqualTo(10_000);
    }

    private JsonNode report(int partitions, int rows) {
        List<String> lines = new ArrayList<>(List.of("p,v"));
        for (int row = 0; row < rows; row++) {
            lines.add("p" + row % partitions + "," + random.nextInt(1_000));
        }
        lake.objects.put(MemoryLake.location("a"), String.join("\n", lines) + "\n");
        Ports ports = new Ports(
                lake.ports.objects(),
                lake.ports.staging(),
                lake.ports.state(),
                lake.ports.catalog(),
                new JsonRunCodec(),
                lake.ports.clock(),
                lake.ports.random());
        JobContext context = new JobContext(
                MemoryLake.read(JOB), ports, "s3://lake/work/", "s3://lake/bad/", Duration.ofMinutes(5), true);
        RunRequest request = new RunRequest("R", BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
        PlanOutcome _ = new LocalRunner(
                        context,
                        MemoryLake.FORMATS,
                        Functions.standard(),
                        new LocalRunner.Limits(1, 64 << 20),
                        new Quiet())
                .run(request, () -> "again");
        Run run = new JobState(context).run("R").orElseThrow();
        assertThat(run.state()).isEqualTo(Run.State.COMMITTED);
        return Desk.parse(lake.objects.text(context.location(run.report().orElseThrow())));
    }

    private record Quiet() implements LocalRunner.Progress {

        @Override
        public void planned(WorkPlan plan) {}

        @Override
        public void chunkDone(ChunkResult result) {}

        @Override
        public void committing() {}
    }
}
