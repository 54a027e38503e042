package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rows that a leading filter lets the reader pass over count as read and filtered.
class ParquetFilterTest {

    private static final int ROWS = 2_000;

    private static final String MAKE = """
            job: make
            params: { lake: ./lake }
            flows:
              - name: rows
                source: { s3: { paths: [ "${lake}/raw/" ] }, format: json }
                sink:
                  path: "${lake}/parquet/"
                  format: parquet
                  formatOptions: { blockSize: 4000, pageSize: 1000, compression: uncompressed }
            """;

    private static final String READ = """
            job: read
            params: { lake: ./lake }
            flows:
              - name: rows
                source: { s3: { paths: [ "${lake}/parquet/" ] }, format: parquet }
                transforms:
                  - filter: "id >= 1900 and v is not null"
                sink: { path: "${lake}/curated/", format: json }
            """;

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("ParquetFilterTest").random());
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            rows.append("{\"id\":").append(i).append(",\"v\":\"v").append(i).append("\"}\n");
        }
        desk.write("lake/raw/a.json", rows.toString());
        desk.write("job.yaml", MAKE);
        desk.done("run", "JOB");
    }

    @Test
    void whatIsPassedOverCountsAsReadAndFiltered() throws IOException {
        damageTheFirstRowGroup();
        desk.write("job.yaml", READ);
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("recordsRead").asInt()).isEqualTo(ROWS);
        assertThat(flow.path("recordsFiltered").asInt()).isEqualTo(1_900);
        assertThat(flow.path("recordsWritten").asInt()).isEqualTo(100);
        assertThat(desk.rows()).hasSize(100).contains("{\"id\":1999,\"v\":\"v1999\"}");
    }

    /// The twin, whose filter does not lead, reads the damaged row group.
    @Test
    void behindAnotherTransformAllIsRead() throws IOException {
        desk.write("job.yaml", READ.replace("  - filter:", "  - derive: { w: \"id\" }\n      - filter:"));
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("recordsRead").asInt()).isEqualTo(ROWS);
        assertThat(flow.path("recordsFiltered").asInt()).isEqualTo(1_900);
        damageTheFirstRowGroup();
        desk.done("bookmark", "reset", "JOB", "--reason", "again");
        Desk.Said said = desk.call("run", "JOB");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err()).contains("is damaged");
    }

    private void damageTheFirstRowGroup() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("lake/parquet"))) {
            Path file = files.filter(path -> path.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            Arrays.fill(bytes, 4, 60, (byte) 0xFF);
            Files.write(file, bytes);
        }
    }
}
