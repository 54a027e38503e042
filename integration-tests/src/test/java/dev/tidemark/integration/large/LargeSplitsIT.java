package dev.tidemark.integration.large;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.integration.PackagedCommand;
import dev.tidemark.local.LocalObjectStore;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A file of 64 MB is cut at 200 offsets, drawn anew by each build, and read in pieces: each border is judged by the
/// last record before it and the first behind it, and all by their count.
final class LargeSplitsIT {

    private static final List<ColumnSpec> COLUMNS =
            List.of(ColumnSpec.of("n", DataType.BIGINT), ColumnSpec.of("p", DataType.STRING));
    private static final String CONVERT = """
            job: convert
            flows:
              - name: rows
                source:
                  s3: { paths: [ "raw/" ] }
                  format: csv
                  formatOptions: { withHeader: true }
                  schema: [ { name: n, type: bigint }, { name: p, type: string } ]
                sink: { path: "made/", format: avro }
            """;

    @TempDir
    private Path folder;

    private final Random random = Seeded.of("LargeSplitsIT").random();
    private final StampedRows rows = new StampedRows(random, 61, 700);

    /// The first and the last number of a piece, or nothing of a piece in which no record starts.
    private record Piece(long first, long last, long count) {}

    @ParameterizedTest
    @ValueSource(strings = {"CSV", "JSON", "LOG"})
    void ofText(String name) throws Exception {
        StampedRows.Format format = StampedRows.Format.valueOf(name);
        Path file = folder.resolve("raw/a." + format.extension);
        long count = rows.write(file, format, 64 << 20);
        Map<String, String> options = switch (name) {
            case "CSV" -> Map.of("withHeader", "true");
            case "LOG" -> Map.of("logFormat", "%{INT:n} %{GREEDYDATA:p}");
            default -> Map.of();
        };
        check(file, format.name, options, count);
    }

    @Test
    void ofAvro() throws Exception {
        long count = rows.write(folder.resolve("raw/a.csv"), StampedRows.Format.CSV, 64 << 20);
        Path job = Files.writeString(folder.resolve("job.yaml"), CONVERT);
        PackagedCommand.PLAIN.run(folder, List.of("run", job.toString())).assertCommitted();
        try (Stream<Path> made = Files.list(folder.resolve("made"))) {
            List<Path> files = made.filter(
                            path -> !path.getFileName().toString().startsWith("."))
                    .toList();
            assertThat(files).hasSize(1);
            check(files.getFirst(), "avro", Map.of(), count);
        }
    }

    @Test
    void ofParquet() throws Exception {
        Path raw = folder.resolve("raw/a.csv");
        long count = rows.write(raw, StampedRows.Format.CSV, 64 << 20);
        Path file = folder.resolve("a.parquet");
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement()) {
            statement.execute("COPY (SELECT * FROM read_csv('" + raw + "', header = true, columns = "
                    + "{'n': 'BIGINT', 'p': 'VARCHAR'})) TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
        }
        check(file, "parquet", Map.of(), count);
    }

    private void check(Path file, String format, Map<String, String> options, long count) throws Exception {
        FormatReader reader = Formats.load().reader(format);
        FormatOptions read = new FormatOptions(options);
        assertThat(reader.splittable(file.toUri().toString(), read)).isTrue();
        TreeSet<Long> borders = new TreeSet<>();
        while (borders.size() < 200) {
            borders.add(random.nextLong(1, Files.size(file)));
        }
        borders.add(0L);
        List<Piece> pieces = new ArrayList<>();
        for (Long from : borders) {
            Long to = borders.higher(from);
            pieces.add(piece(reader, read, file, from, to == null ? ReadTask.END : to));
        }
        assertThat(wrong(pieces, count)).isNull();

        // The broken twin reads its last piece from the file's start.
        List<Piece> twin = new ArrayList<>(pieces);
        twin.set(pieces.size() - 1, piece(reader, read, file, 0, ReadTask.END));
        assertThat(wrong(twin, count)).contains("begins");
    }

    private @Nullable String wrong(List<Piece> pieces, long count) {
        long next = StampedRows.FIRST;
        for (Piece piece : pieces) {
            if (piece.count() == 0) {
                continue;
            }
            if (piece.first() != next) {
                return "piece begins with " + piece.first() + ", and the last one ended before " + next;
            }
            if (piece.last() - piece.first() + 1 != piece.count()) {
                return "piece has " + piece.count() + " records, from " + piece.first() + " to " + piece.last();
            }
            next += piece.count();
        }
        return next == StampedRows.FIRST + count ? null : "records end before " + next;
    }

    private Piece piece(FormatReader reader, FormatOptions options, Path file, long from, long to) throws IOException {
        long first = 0;
        long last = 0;
        long count = 0;
        try (ObjectInput input = new LocalObjectStore().open(file.toUri().toString(), null);
                BatchReader batches =
                        reader.open(new ReadTask(input, from, to, COLUMNS, options, ZoneOffset.UTC, null), bad -> {
                            throw new AssertionError(bad.reason());
                        })) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                for (List<@Nullable Object> row : Values.rows(batch)) {
                    long n = (Long) row.get(0);
                    assertThat(row.get(1)).isEqualTo(rows.text(n));
                    first = count == 0 ? n : first;
                    last = n;
                    count++;
                }
            }
        }
        return new Piece(first, last, count);
    }
}
