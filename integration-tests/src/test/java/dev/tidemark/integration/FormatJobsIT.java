package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each format on the way through two jobs of the packaged command, from CSV to it and from it to Parquet:
/// DuckDB compares what comes out with the CSV.
final class FormatJobsIT {

    private static final String JOBS = """
            job: NAME
            params: { lake: ./lake }
            flows:
              - name: rows
                source:
                  s3: { paths: [ "${lake}/FROM/" ] }
                  format: READ
                  MORE
                transforms:
                  - selectFields: [ id, amount, day, moment, ratio, flag, note, p ]
                sink:
                  path: "${lake}/TO/"
                  format: WRITTEN
                  partitionKeys: [ p ]
            """;

    private static final String TYPED = """
            formatOptions: { withHeader: true }
                  schema:
                    - { name: id, type: bigint }
                    - { name: amount, type: "decimal(12,2)" }
                    - { name: day, type: date }
                    - { name: moment, type: timestamp }
                    - { name: ratio, type: double }
                    - { name: flag, type: boolean }
            """;

    private static final String RAW = """
            SELECT CAST(id AS BIGINT) AS id, CAST(amount AS DECIMAL(12, 2)) AS amount, CAST(day AS DATE) AS day,
                   CAST(moment AS TIMESTAMPTZ) AS moment, CAST(ratio AS DOUBLE) AS ratio, CAST(flag AS BOOLEAN) AS flag,
                   note, p
            FROM read_csv('lake/raw/*.csv', header = true, all_varchar = true)
            """;

    @TempDir
    private Path folder;

    private final Random random = Seeded.of("FormatJobsIT").random();

    @ParameterizedTest
    @ValueSource(strings = {"avro", "ion", "json", "orc"})
    void whatIsWrittenInAFormatIsReadAgain(String format) throws Exception {
        for (int i = 0; i < 3; i++) {
            raw("a" + i + ".csv", 500);
        }
        Path first = job("to", "raw", "csv", TYPED, "between", format);
        // JSON has no types, and Ion's decimals have each a scale of their own: they are declared once more.
        String more = List.of("avro", "orc").contains(format) ? "" : TYPED.substring(TYPED.indexOf("schema:"));
        Path second = job("from", "between", format, more, "out", "parquet");
        run(first).assertCommitted();
        run(second).assertCommitted();
        assertThat(differences()).isEmpty();

        raw("b.csv", 100);
        run(first).assertCommitted();
        run(second).assertCommitted();
        assertThat(differences()).isEmpty();
        assertThat(run(second).out()).contains("NOTHING_TO_DO");
    }

    /// Columns and types come from footers at each step, partitions from folders.
    @Test
    void aJobFromOrcToOrcKeepsRowsTypesAndPartitions() throws Exception {
        raw("a.csv", 800);
        List<Path> jobs = List.of(
                job("to", "raw", "csv", TYPED, "between", "orc"),
                job("again", "between", "orc", "", "copied", "orc"),
                job("from", "copied", "orc", "", "out", "parquet"));
        for (Path job : jobs) {
            run(job).assertCommitted();
        }
        assertThat(differences()).isEmpty();
        raw("b.csv", 50);
        for (Path job : jobs) {
            run(job).assertCommitted();
        }
        assertThat(differences()).isEmpty();
        try (Stream<Path> files = Files.walk(folder.resolve("lake/copied"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSize(6)
                    .allMatch(file -> file.toString().endsWith(".orc"));
        }
    }

    /// The broken twin: a file in between that gets lost is missed.
    @Test
    void aLostFileIsFound() throws Exception {
        raw("a.csv", 200);
        run(job("to", "raw", "csv", TYPED, "between", "avro")).assertCommitted();
        try (Stream<Path> files = Files.walk(folder.resolve("lake/between"))) {
            Files.delete(files.filter(Files::isRegularFile).findFirst().orElseThrow());
        }
        run(job("from", "between", "avro", "", "out", "parquet")).assertCommitted();
        assertThat(differences()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"avro, no Avro file", "orc, no ORC file"})
    void aFileOfAnotherFormatIsNamedAndNothingIsCommitted(String format, String reason) throws Exception {
        Path lake = Files.createDirectories(folder.resolve("lake/between/p=1"));
        Files.writeString(lake.resolve("x." + format), "id,p\n1,2\n");
        PackagedCommand.Ended ended = run(job("from", "between", format, "", "out", "parquet"));
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.out() + ended.err())
                .contains("between/p=1/x." + format)
                .contains(reason);
        assertThat(folder.resolve("lake/out")).doesNotExist();
    }

    private void raw(String name, int rows) throws IOException {
        StringBuilder csv = new StringBuilder("id,amount,day,moment,ratio,flag,note,p\n");
        for (int i = 0; i < rows; i++) {
            csv.append(random.nextInt(10) == 0 ? "" : random.nextLong())
                    .append(',')
                    .append(random.nextInt(10) == 0 ? "" : random.nextInt(100_000) + "." + (10 + random.nextInt(90)))
                    .append(",19%d-0%d-1%d"
                            .formatted(10 + random.nextInt(90), 1 + random.nextInt(9), random.nextInt(10)))
                    .append(",20%d-0%d-1%dT0%d:11:12.%06dZ"
                            .formatted(
                                    10 + random.nextInt(90),
                                    1 + random.nextInt(9),
                                    random.nextInt(10),
                                    random.nextInt(10),
                                    random.nextInt(1_000_000)))
                    .append(',')
                    .append(random.nextGaussian())
                    .append(random.nextBoolean() ? ",true" : ",")
                    .append(",\"n,")
                    .append(random.nextInt(50))
                    .append(" \"\"ü\"\"\",k")
                    .append(random.nextInt(3))
                    .append('\n');
        }
        Files.writeString(Files.createDirectories(folder.resolve("lake/raw")).resolve(name), csv);
    }

    private Path job(String name, String from, String read, String more, String to, String written) throws IOException {
        String text = JOBS.replace("NAME", name)
                .replace("FROM", from)
                .replace("READ", read)
                .replace("MORE", more)
                .replace("TO", to)
                .replace("WRITTEN", written);
        return Files.writeString(folder.resolve(name + ".yaml"), text);
    }

    private PackagedCommand.Ended run(Path job) throws IOException, InterruptedException {
        return PackagedCommand.PLAIN.run(folder, List.of("run", job.toString()));
    }

    private List<String> differences() throws Exception {
        Path script = Files.writeString(folder.resolve("expected.sql"), RAW);
        return new CompareWithDuckDb(script, folder.resolve("lake/out")).differences();
    }
}
