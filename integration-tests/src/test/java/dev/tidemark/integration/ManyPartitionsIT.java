package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 100 MB whose rows go to 5,000 partitions in no order, with a small heap and few file handles.
final class ManyPartitionsIT {

    private static final int VALUES = 5_000;
    private static final int OBJECTS = 4;
    private static final long OBJECT_BYTES = 25_000_000;

    private static final String JOB = """
            job: wide
            params: { lake: ./lake }
            flows:
              - name: rows
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  format: csv
                  formatOptions: { withHeader: true }
                  schema: [ { name: id, type: bigint }, { name: amount, type: "decimal(10,2)" } ]
                  groupSize: 64MB
                sink:
                  path: "${lake}/curated/"
                  format: parquet
                  partitionKeys: [ k ]
            """;

    private static final String RAW = """
            SELECT CAST(id AS BIGINT) AS id, CAST(amount AS DECIMAL(10, 2)) AS amount, note, k
            FROM read_csv('lake/raw/*.csv', header = true, all_varchar = true)
            """;

    @TempDir
    private Path folder;

    private Path home;

    /// In memory where there is room: 10,000 synced files say more about a disk than about the sink.
    @BeforeEach
    void chooseAHome() throws IOException {
        Path memory = Path.of("/dev/shm");
        boolean room = Files.isWritable(memory) && Files.getFileStore(memory).getUsableSpace() > 1_000_000_000L;
        home = room
                ? Files.createTempDirectory(memory, "tidemark-many-")
                : Files.createDirectory(folder.resolve("home"));
    }

    @AfterEach
    void removeTheHome() throws IOException {
        try (Stream<Path> walk = Files.walk(home)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Test
    void everyRowOnceAndAtMostOneFileAValueAndChunk() throws Exception {
        generate(Seeded.of("ManyPartitionsIT").random());
        Files.writeString(home.resolve("job.yaml"), JOB);

        new PackagedCommand(
                        List.of("bash", "-c", "ulimit -n 256; exec \"$@\"", "limited"),
                        List.of("-Xmx192m", "-XX:+UseSerialGC", "-Xlog:disable"))
                .run(folder, List.of("run", home.resolve("job.yaml").toString()))
                .assertCommitted();

        List<Path> files = files();
        Set<String> valuesAndChunks = new HashSet<>();
        files.forEach(file -> valuesAndChunks.add(file.getName(file.getNameCount() - 2) + " " + chunk(file)));
        assertThat(valuesAndChunks).hasSize(files.size());
        assertThat(files.stream().map(Path::getParent).distinct()).hasSize(VALUES);
        Path expected = Files.writeString(home.resolve("raw.sql"), RAW);
        var comparison = new CompareWithDuckDb(expected, home.resolve("lake/curated"));
        assertThat(comparison.differences()).isEmpty();

        // The broken twin: a sink that drops one file of 5,000.
        Files.delete(files.get(files.size() / 2));
        assertThat(comparison.differences()).isNotEmpty();
    }

    private void generate(Random random) throws IOException {
        Path raw = Files.createDirectories(home.resolve("lake/raw"));
        int id = 0;
        StringBuilder row = new StringBuilder();
        for (int object = 0; object < OBJECTS; object++) {
            try (OutputStream out =
                    new BufferedOutputStream(Files.newOutputStream(raw.resolve("part-" + object + ".csv")), 1 << 20)) {
                out.write("id,amount,k,note\n".getBytes(StandardCharsets.UTF_8));
                for (long bytes = 0; bytes < OBJECT_BYTES; bytes += row.length()) {
                    // Each value at least once; then some values have many rows and most have few.
                    int value = id < VALUES ? id : random.nextInt(1 + random.nextInt(VALUES));
                    row.setLength(0);
                    row.append(id++)
                            .append(',')
                            .append(random.nextInt(10_000_000))
                            .append(".5,v");
                    row.append(value).append(',').append(Long.toHexString(random.nextLong()));
                    row.append(Long.toHexString(random.nextLong()))
                            .append('-')
                            .append(random.nextLong())
                            .append('\n');
                    out.write(row.toString().getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    /// Of `part-<run>-<chunk>-<attempt>-<number>.parquet`.
    private static String chunk(Path file) {
        return file.getFileName().toString().split("-")[2];
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(home.resolve("lake/curated"))) {
            return walk.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
    }
}
