package dev.tidemark.integration.large;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.integration.PackagedCommand;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// 256 MB of each format are read, and written, by a JVM that has a quarter of that for everything.
///
/// With `-Plarge`: 2 GB of each format that is split and 1 GB of each that is not, and a record of 100 MB, with the
/// heap that a worker of 1,769 MB has.
final class LargeFilesIT {

    private static final boolean LARGE = Boolean.getBoolean("tidemark.large");
    private static final long MEGABYTE = 1 << 20;
    private static final String HEAP = LARGE ? "-Xmx1100m" : "-Xmx64m";
    private static final int NTH = 997;

    private static final String JOB = """
            job: JOBNAME
            flows:
              - name: rows
                source:
                  s3: { paths: [ "FROM/" ] }
                  format: READ
                  formatOptions: OPTIONS
                  schema: [ { name: n, type: bigint }, { name: p, type: string } ]
                transforms: [ FILTER ]
                sink: { path: "TO/", format: WRITTEN }
            """;

    @TempDir
    private Path folder;

    private final Seeded seeded = Seeded.of("LargeFilesIT");

    @ParameterizedTest
    @EnumSource
    void aTextFormatIsRead(StampedRows.Format format) throws Exception {
        StampedRows rows = new StampedRows(seeded.random(), 61, 1_000);
        long bytes = (LARGE ? (split(format) ? 2_048 : 1_024) : 256) * MEGABYTE;
        long count = rows.write(folder.resolve("raw/a." + format.extension), format, bytes);
        read(format.name, format.options, "raw");
        assertNth(rows, count);
        // The broken twin loses a row.
        assertThat(expected(rows, count)).isNotEqualTo(expected(rows, count - NTH));
    }

    private static boolean split(StampedRows.Format format) {
        return switch (format) {
            case CSV, JSON, LOG -> true;
            case CSV_GZIP, JSON_MULTI_LINE, XML, ION -> false;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"avro", "orc", "parquet", "ion", "xml", "json", "csv"})
    void aFormatIsWrittenAndReadAgain(String format) throws Exception {
        StampedRows rows = new StampedRows(seeded.random(), 61, 1_000);
        long count = rows.write(folder.resolve("raw/a.csv"), StampedRows.Format.CSV, (LARGE ? 2_048 : 256) * MEGABYTE);
        run("write", "csv", "{ withHeader: true }", "raw", "", format, "made").assertCommitted();
        delete(folder.resolve("raw"));
        String options = switch (format) {
            case "csv" -> "{ withHeader: true }";
            case "xml" -> "{ rowTag: ROW }";
            default -> "{}";
        };
        read(format, options, "made");
        assertNth(rows, count);
    }

    /// A record may have 128 MB. The small heap cannot hold it, and says of which object.
    @ParameterizedTest
    @EnumSource
    void aRecordOfAHundredMegabytes(StampedRows.Format format) throws Exception {
        StampedRows rows = new StampedRows(seeded.random(), 1, (int) (100 * MEGABYTE));
        String name = "a." + format.extension;
        assertThat(rows.write(folder.resolve("raw").resolve(name), format, 1)).isEqualTo(1);
        PackagedCommand.Ended ended = run("one", format.name, format.options, "raw", "", "json", "out");
        if (LARGE) {
            ended.assertCommitted();
            assertThat(out()).isEqualTo(new TreeMap<>(Map.of(StampedRows.FIRST, rows.text(StampedRows.FIRST))));
        } else {
            assertThat(ended.exit()).as(ended.out()).isEqualTo(1);
            assertThat(ended.err()).contains(name).contains("-Xmx");
        }
    }

    private void read(String format, String options, String from) throws Exception {
        run("read", format, options, from, "filter: \"pmod(n, " + NTH + ") = 0\"", "json", "out")
                .assertCommitted();
    }

    private PackagedCommand.Ended run(
            String name, String format, String options, String from, String filter, String written, String to)
            throws Exception {
        Path job = folder.resolve(name + ".yaml");
        Files.writeString(
                job,
                JOB.replace("JOBNAME", name)
                        .replace("READ", format)
                        .replace("OPTIONS", options)
                        .replace("FROM", from)
                        .replace("FILTER", filter.isEmpty() ? "selectFields: [ n, p ]" : filter)
                        .replace("WRITTEN", written)
                        .replace("TO", to));
        return new PackagedCommand(List.of(), List.of(HEAP, "-XX:+UseSerialGC"))
                .run(folder, List.of("run", job.toString()));
    }

    private void assertNth(StampedRows rows, long count) throws IOException {
        assertThat(out()).isEqualTo(expected(rows, count));
    }

    private static Map<Long, String> expected(StampedRows rows, long count) {
        Map<Long, String> expected = new TreeMap<>();
        for (long n = StampedRows.FIRST; n < StampedRows.FIRST + count; n++) {
            if (n % NTH == 0) {
                expected.put(n, rows.text(n));
            }
        }
        return expected;
    }

    private Map<Long, String> out() throws IOException {
        JsonMapper json = new JsonMapper(JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .build());
        Map<Long, String> found = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> list = Files.list(folder.resolve("out"))) {
            files = list.filter(path -> !path.getFileName().toString().startsWith("."))
                    .toList();
        }
        for (Path file : files) {
            try (Stream<String> lines = Files.lines(file)) {
                List<String> all = new ArrayList<>(lines.toList());
                for (String line : all) {
                    JsonNode row = json.readTree(line);
                    String before =
                            found.put(row.path("n").asLong(), row.path("p").asText());
                    assertThat(before).as("n once").isNull();
                }
            }
        }
        return found;
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> walk = Files.walk(tree)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
