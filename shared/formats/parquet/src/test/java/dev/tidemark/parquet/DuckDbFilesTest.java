package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Drawn schemas and rows that DuckDB writes anew, with its own pages, dictionaries and codecs, are read back.
class DuckDbFilesTest {

    private static final List<String> CODECS = List.of("uncompressed", "snappy", "gzip", "zstd", "lz4_raw", "brotli");

    private final Random random = Seeded.of("DuckDbFilesTest").random();

    @TempDir
    private Path folder;

    @Test
    void filesOfDuckDbHoldTheRowsThatItWasGiven() throws IOException, SQLException {
        try (Connection duckDb = DuckDb.connect();
                Statement statement = duckDb.createStatement()) {
            for (int round = 0; round < 60; round++) {
                Generated generated = new Generated(random.nextLong());
                Schema schema = generated.schema();
                Batch batch = generated.batch(schema, 1 + random.nextInt(random.nextInt(10) == 0 ? 5_000 : 300));
                Path ours = Files.write(folder.resolve("ours.parquet"), written(schema, batch));
                Path theirs = folder.resolve("theirs.parquet");
                statement.execute("COPY (SELECT * FROM read_parquet('" + ours + "')) TO '" + theirs
                        + "' (FORMAT parquet, CODEC '" + CODECS.get(random.nextInt(CODECS.size()))
                        + "', ROW_GROUP_SIZE 2048, PARQUET_VERSION " + (random.nextBoolean() ? "V1" : "V2") + ")");
                byte[] file = Files.readAllBytes(theirs);
                assertThat(Reading.schema(file)).isEqualTo(schema);
                assertThat(read(file, schema)).as("round %d %s", round, schema).isEqualTo(texts(batch));
            }
        }
    }

    private static byte[] written(Schema schema, Batch batch) throws IOException {
        Memory output = new Memory();
        FileWriter writer = new ParquetFormatWriter().create(output, schema, FormatOptions.NONE);
        writer.append(batch, IntStream.range(0, batch.rows()).toArray(), batch.rows());
        writer.finish();
        return output.toArray();
    }

    private static List<List<String>> texts(Batch batch) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < batch.rows(); i++) {
            int row = i;
            rows.add(batch.columns().stream()
                    .map(column -> Texts.of(column, row))
                    .toList());
        }
        return rows;
    }

    private static List<List<String>> read(byte[] file, Schema schema) throws IOException {
        ReadTask task = new ReadTask(
                new MemoryInput("file.parquet", file),
                0,
                ReadTask.END,
                schema.fields().stream()
                        .map(field -> ColumnSpec.of(field.name(), field.type()))
                        .toList(),
                FormatOptions.NONE,
                ZoneOffset.UTC,
                null);
        List<List<String>> rows = new ArrayList<>();
        try (BatchReader reader = new ParquetFormatReader().open(task, record -> {
            throw new AssertionError(record.reason());
        })) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows.addAll(texts(batch));
            }
        }
        return rows;
    }
}
