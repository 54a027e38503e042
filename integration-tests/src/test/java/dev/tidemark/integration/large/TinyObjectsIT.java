package dev.tidemark.integration.large;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A group of 10,000 objects of a row each is read with few of them open at once, in a heap that would not hold a
/// buffer for each.
final class TinyObjectsIT {

    private static final int OBJECTS = 10_000;
    private static final int DISTINCT = 100;
    private static final int MOST_OPEN = 4;

    /// Objects weigh at least what opening them costs.
    private static final String JOB = """
            job: tiny
            flows:
              - name: rows
                source:
                  s3: { paths: [ "raw/" ] }
                  format: %s
                  formatOptions: { %s }
                  schema: [ { name: n, type: bigint } ]
                  groupFiles: inPartition
                  groupSize: 100GB
                sink: { path: "made/", format: parquet }
            """;

    private static final Pattern SAID = Pattern.compile("chunks (\\d+), open (\\d+)");

    @TempDir
    private Path home;

    private record Ended(int exit, String said, int chunks, int open) {}

    @ParameterizedTest
    @ValueSource(strings = {"csv", "json", "parquet"})
    void areReadOneAfterTheOther(String format) throws Exception {
        make(format);
        Ended ended = run();
        assertThat(ended.exit()).as(ended.said()).isZero();
        assertThat(ended.chunks()).isEqualTo(1);
        assertThat(ended.open()).isBetween(1, MOST_OPEN);
        assertThat(one("SELECT count(*) || ' ' || sum(n) FROM '" + home.resolve("made/*.parquet") + "'"))
                .isEqualTo(OBJECTS + " " + (OBJECTS / DISTINCT) * DISTINCT * (DISTINCT - 1) / 2);
    }

    @Test
    void aTwinThatGivesNoObjectBackIsFound() throws Exception {
        make("csv");
        Ended ended = run("twin");
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.said()).contains("OutOfHeapException");
        assertThat(ended.open()).isGreaterThan(1000);
    }

    private void make(String format) throws IOException, SQLException {
        List<byte[]> files = new ArrayList<>();
        for (int n = 0; n < DISTINCT; n++) {
            switch (format) {
                case "csv" -> files.add(("n\n" + n + "\n").getBytes(StandardCharsets.UTF_8));
                case "json" -> files.add(("{\"n\":" + n + "}\n").getBytes(StandardCharsets.UTF_8));
                case String duckDb -> {
                    Path file = home.resolve("one." + duckDb);
                    one("COPY (SELECT %d::BIGINT AS n) TO '%s'".formatted(n, file));
                    files.add(Files.readAllBytes(file));
                }
            }
        }
        Path raw = Files.createDirectory(home.resolve("raw"));
        for (int i = 0; i < OBJECTS; i++) {
            Files.write(raw.resolve("%05d.%s".formatted(i, format)), files.get(i % DISTINCT));
        }
        Files.writeString(
                home.resolve("job.yaml"), JOB.formatted(format, format.equals("csv") ? "withHeader: true" : ""));
    }

    private Ended run(String... more) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                OneGroup.class.getName(),
                home.toString()));
        line.addAll(List.of(more));
        Path out = home.resolve("said.txt");
        int exit = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();
        String said = Files.readString(out);
        Matcher counts = SAID.matcher(said);
        assertThat(counts.find()).as(said).isTrue();
        return new Ended(exit, said, Integer.parseInt(counts.group(1)), Integer.parseInt(counts.group(2)));
    }

    private static String one(String query) throws SQLException {
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getString(1);
        }
    }
}
