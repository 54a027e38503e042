package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of a partition are closed at their size, and hold all rows together.
class TargetFileSizeTest {

    private static final int ROWS = 120_000;
    private static final int TARGET = 150_000;

    private static final String JOB = """
            job: sizes
            params: { lake: ./lake }
            flows:
              - name: rows
                source: { s3: { paths: [ "${lake}/raw/" ] }, format: json }
                sink:
                  path: "${lake}/sized/"
                  format: parquet
                  partitionKeys: [ k ]
                  targetFileSize: 150000
            """;

    private static final String AGAIN = """
            job: again
            params: { lake: ./lake }
            flows:
              - name: rows
                source: { s3: { paths: [ "${lake}/sized/" ] }, format: parquet }
                sink: { path: "${lake}/curated/", format: json }
            """;

    @TempDir
    private Path folder;

    private final Random random = Seeded.of("TargetFileSizeTest").random();

    private Desk desk(List<String> rows) {
        Desk desk = new Desk(folder, random);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            String row = "\"id\":" + i + ",\"k\":\"" + (i % 3 == 0 ? "a" : "b") + "\",\"v\":\""
                    + Long.toHexString(random.nextLong()) + "\"";
            rows.add(row);
            text.append('{').append(row).append("}\n");
        }
        desk.write("lake/raw/a.json", text.toString());
        return desk;
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "csv", "avro", "json"})
    void filesAreClosedAtTheirSize(String format) {
        List<String> rows = new ArrayList<>();
        Desk desk = desk(rows);
        desk.write("job.yaml", JOB.replace("format: parquet", "format: " + format));
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("recordsWritten").asInt()).isEqualTo(ROWS);
        long written = 0;
        int large = 0;
        for (JsonNode file : flow.path("files")) {
            written += file.path("rows").asLong();
            // A batch of rows or a block of Avro may be as large as this target.
            assertThat(file.path("bytes").asLong()).isLessThan(TARGET * 3);
            large += file.path("bytes").asLong() >= TARGET * 8 / 10 ? 1 : 0;
        }
        assertThat(written).isEqualTo(ROWS);
        // Of each partition all but the last.
        assertThat(flow.path("files").size()).isGreaterThan(3);
        assertThat(large).isGreaterThanOrEqualTo(flow.path("files").size() - 2);
    }

    @Test
    void noRowIsLostBetweenTwoFiles() {
        List<String> rows = new ArrayList<>();
        Desk desk = desk(rows);
        desk.write("job.yaml", JOB);
        desk.done("run", "JOB");
        desk.write("job.yaml", AGAIN);
        desk.done("run", "JOB");
        List<String> read = desk.rows();
        assertThat(read).hasSize(ROWS).doesNotHaveDuplicates();
        assertThat(String.join("\n", read)).contains("\"id\":0,", "\"id\":" + (ROWS - 1) + ",");
    }

    /// The twin without a size writes one file a partition, larger than the size.
    @Test
    void withoutASizeThereIsOneFileAPartition() {
        Desk desk = desk(new ArrayList<>());
        desk.write("job.yaml", JOB.replace("      targetFileSize: 150000\n", ""));
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("files").size()).isEqualTo(2);
        assertThat(flow.path("files").path(0).path("bytes").asLong()).isGreaterThan(TARGET);
    }
}
