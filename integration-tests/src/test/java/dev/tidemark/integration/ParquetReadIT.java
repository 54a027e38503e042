package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Parquet of DuckDB through the packaged command into Parquet, both sides read by DuckDB.
final class ParquetReadIT {

    private static final String JOB = """
            job: again
            params: { lake: ./lake }
            flows:
              - name: rows
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: day, type: date } ]
                  format: parquet
                sink:
                  path: "${lake}/out/"
                  format: parquet
                  partitionKeys: [ country ]
                  catalog: { database: lake, table: out }
            """;

    private static final String EXPECTED = """
            SELECT id, amount, moment, tags, place, attributes, ratio, note, CAST(day AS DATE) AS day, country
            FROM read_parquet('lake/raw/*/*.parquet', hive_partitioning = true, union_by_name = true)
            """;

    @TempDir
    private Path folder;

    private final Random random = Seeded.of("ParquetReadIT").random();

    @Test
    void aJobReadsParquetAndWritesParquet() throws Exception {
        Files.writeString(folder.resolve("job.yaml"), JOB);
        List<String> codecs = List.of("zstd", "snappy", "gzip", "lz4_raw", "brotli", "uncompressed");
        for (int i = 0; i < codecs.size(); i++) {
            raw("day=2026-01-0" + (1 + i % 3), codecs.get(i), i);
        }
        run().assertCommitted();
        assertThat(differences()).isEmpty();

        // The broken twin of this comparison: rows that the job has not seen.
        raw("day=2026-01-04", "zstd", 9);
        assertThat(differences()).isNotEmpty();
        run().assertCommitted();
        assertThat(differences()).isEmpty();
    }

    /// GF-05: never silent.
    @Test
    void anObjectWithoutAByteIsLeftOutAndNamed() throws Exception {
        Files.writeString(folder.resolve("job.yaml"), JOB);
        raw("day=2026-01-01", "zstd", 1);
        Files.createFile(folder.resolve("lake/raw/day=2026-01-01/empty.parquet"));
        PackagedCommand.Ended ended = run();
        ended.assertCommitted();
        assertThat(ended.out()).contains("emptyFile 1").contains("empty.parquet");
    }

    /// PQ-06: the header of a page is gone.
    @Test
    void aDamagedFileFailsTheRunWithItsNameAndColumn() throws Exception {
        Files.writeString(folder.resolve("job.yaml"), JOB);
        raw("day=2026-01-01", "zstd", 1);
        raw("day=2026-01-02", "zstd", 2);
        Path damaged = folder.resolve("lake/raw/day=2026-01-02/f2.parquet");
        byte[] bytes = Files.readAllBytes(damaged);
        Arrays.fill(bytes, 4, 60, (byte) 0xFF);
        Files.write(damaged, bytes);
        PackagedCommand.Ended ended = run();
        assertThat(ended.exit()).as(ended.out()).isNotZero();
        assertThat(ended.err())
                .contains("f2.parquet: column '")
                .contains("is damaged")
                .doesNotContain("\tat ");
        try (Stream<Path> left = Files.walk(folder.resolve("lake/out"))) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    /// @param file every third one lacks a column
    private void raw(String day, String codec, int file) throws Exception {
        Path path = folder.resolve("lake/raw").resolve(day).resolve("f" + file + ".parquet");
        Files.createDirectories(path.resolveSibling("."));
        int rows = 1_000 + random.nextInt(8_000);
        String columns = """
                CASE WHEN i %% 7 = 0 THEN NULL ELSE CAST(i * 1000003 AS BIGINT) END AS id,
                CAST((i %% 100000) / 7.0 AS DECIMAL(20, 3)) AS amount,
                TIMESTAMPTZ '2026-01-01 00:00:00+00' + INTERVAL (i) SECOND AS moment,
                CASE WHEN i %% 5 = 0 THEN NULL ELSE list_transform(range(i %% 4), lambda x: 'tag' || x) END AS tags,
                {'lat': i / 3.0, 'name': CASE WHEN i %% 3 = 0 THEN NULL ELSE 'n' || (i %% 50) END} AS place,
                MAP {'k' || (i %% 3): i} AS attributes,
                CAST(i AS FLOAT) / 8 AS ratio,
                %s
                'c' || (i %% 4) AS country
                """.formatted(file % 3 == 0 ? "" : "'note ' || md5(CAST(i AS VARCHAR)) AS note,");
        String select = "SELECT " + columns + " FROM range(" + rows + ") t(i)";
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement()) {
            statement.execute("SET TimeZone='UTC'");
            statement.execute("COPY (" + select + ") TO '" + path + "' (FORMAT parquet, CODEC '" + codec
                    + "', ROW_GROUP_SIZE 2048, PARQUET_VERSION " + (file % 2 == 0 ? "V2" : "V1") + ")");
        }
    }

    private PackagedCommand.Ended run() throws Exception {
        return PackagedCommand.PLAIN.run(
                folder, List.of("run", folder.resolve("job.yaml").toString()));
    }

    private List<String> differences() throws Exception {
        Path script = Files.writeString(folder.resolve("expected.sql"), EXPECTED);
        return new CompareWithDuckDb(script, folder.resolve("lake/out")).differences();
    }
}
