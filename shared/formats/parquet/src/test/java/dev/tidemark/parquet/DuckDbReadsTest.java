package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// DuckDB reads what the writer wrote and finds the rows that were appended.
class DuckDbReadsTest {

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    @TempDir
    Path folder;

    @Test
    void everySchemaAndCodecComesBackAsItWasWritten() throws IOException, SQLException {
        System.out.println("DuckDbReadsTest seed " + seed);
        Random random = new Random(seed);
        try (Connection duckDb = duckDb()) {
            for (int round = 0; round < 150; round++) {
                Generated generated = new Generated(random.nextLong());
                Schema schema = generated.schema();
                Path file = folder.resolve(round + ".parquet");
                List<List<String>> expected = write(generated, schema, file, random);
                assertThat(read(duckDb, file))
                        .as("seed %d round %d schema %s", seed, round, schema)
                        .isEqualTo(expected);
                Files.delete(file);
            }
        }
    }

    @Test
    void filtersFindEveryRowAlthoughTheySkipByStatistics() throws IOException, SQLException {
        Random random = new Random(seed);
        try (Connection duckDb = duckDb()) {
            for (int round = 0; round < 40; round++) {
                Generated generated = new Generated(random.nextLong());
                Schema schema = generated.schema();
                Path file = folder.resolve("filter" + round + ".parquet");
                write(generated, schema, file, random);
                for (Field field : schema.fields()) {
                    String name = '"' + field.name().replace("\"", "\"\"") + '"';
                    if (field.type() instanceof DataType.Primitive || field.type() instanceof DataType.Decimal) {
                        assertThat(rowsThatAFilterLoses(duckDb, file, name))
                                .as("seed %d round %d column %s", seed, round, field)
                                .isZero();
                    }
                }
            }
        }
    }

    /// Engines order NaN above all numbers; a chunk or page that told its greatest number would be skipped.
    @Test
    void aNanIsFoundByAFilterForWhatIsGreaterThanAllNumbers() throws IOException, SQLException {
        Schema schema = new Schema(List.of(new Field("d", DataType.DOUBLE), new Field("f", DataType.FLOAT)));
        DoubleVector doubles = (DoubleVector) ColumnVector.of(DataType.DOUBLE);
        FloatVector floats = (FloatVector) ColumnVector.of(DataType.FLOAT);
        for (int i = 0; i < 1000; i++) {
            doubles.append(i == 500 ? Double.NaN : i);
            floats.append(i == 700 ? Float.NaN : i);
        }
        Path file = folder.resolve("nan.parquet");
        Memory output = new Memory();
        FileWriter writer = new ParquetFormatWriter().create(output, schema, FormatOptions.NONE);
        writer.append(
                new Batch(schema, List.of(doubles, floats), 1000, null),
                IntStream.range(0, 1000).toArray(),
                1000);
        writer.finish();
        Files.write(file, output.toArray());
        try (Connection duckDb = duckDb()) {
            assertThat(rowsThatAFilterLoses(duckDb, file, "d")).isZero();
            assertThat(rowsThatAFilterLoses(duckDb, file, "f")).isZero();
            try (Statement statement = duckDb.createStatement();
                    ResultSet result = statement.executeQuery(
                            "SELECT count(*) FROM read_parquet('" + file + "') WHERE d >= 2000 OR f > 2000")) {
                result.next();
                assertThat(result.getLong(1)).isEqualTo(2);
            }
        }
    }

    /// Compares filters pushed into the file with the same filters over a copy in memory.
    private static long rowsThatAFilterLoses(Connection duckDb, Path file, String name) throws SQLException {
        try (Statement statement = duckDb.createStatement()) {
            statement.execute(
                    "CREATE OR REPLACE TABLE copy AS SELECT " + name + " AS v FROM read_parquet('" + file + "')");
            List<String> filters = List.of("= p", ">= p", "<= p", "IS NULL");
            long lost = 0;
            for (String filter : filters) {
                String pivot = "(SELECT v FROM copy WHERE v IS NOT NULL ORDER BY hash(v) LIMIT 1)";
                String condition = filter.replace("p", pivot);
                String sql = "SELECT (SELECT count(*) FROM copy WHERE v " + condition + ") - (SELECT count(*) FROM"
                        + " read_parquet('" + file + "') WHERE " + name + " " + condition + ")";
                try (ResultSet result = statement.executeQuery(sql)) {
                    result.next();
                    lost += Math.abs(result.getLong(1));
                }
            }
            return lost;
        }
    }

    /// The broken twin: what is null or empty inside a list or struct is said to end one level above.
    private static final class LevelsOffByOne extends Levels {
        @Override
        ColumnVector load(Leaf leaf, ColumnVector column, int rows) {
            ColumnVector vector = super.load(leaf, column, rows);
            for (int i = 0; !dense() && i < entries(); i++) {
                if (definitions()[i] > 0 && definitions()[i] < leaf.maxDefinition()) {
                    definitions()[i]--;
                }
            }
            return vector;
        }
    }

    @Test
    void definitionLevelsOffByOneAreNoticed() throws IOException, SQLException {
        Random random = new Random(seed);
        int different = 0;
        try (Connection duckDb = duckDb()) {
            for (int round = 0; round < 20; round++) {
                Generated generated = new Generated(random.nextLong());
                Schema schema = new Schema(List.of(new Field("l", DataTypeParser.parse("array<array<int>>"))));
                Path file = folder.resolve("twin" + round + ".parquet");
                new Workspace(new LevelsOffByOne()).giveBack();
                List<List<String>> expected = write(generated, schema, file, random);
                Workspace.lease();
                different += read(duckDb, file).equals(expected) ? 0 : 1;
            }
        }
        assertThat(different).as("seed %d", seed).isPositive();
    }

    private static Connection duckDb() throws SQLException {
        Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = duckDb.createStatement()) {
            statement.execute("SET TimeZone='UTC'");
        }
        return duckDb;
    }

    private static List<List<String>> write(Generated generated, Schema schema, Path file, Random random)
            throws IOException {
        String[] codecs = {"zstd", "snappy", "gzip", "uncompressed"};
        FormatOptions options = new FormatOptions(Map.of(
                "compression", codecs[random.nextInt(codecs.length)],
                "blockSize", String.valueOf(1 + random.nextInt(200_000)),
                "pageSize", String.valueOf(1 + random.nextInt(5_000))));
        Memory output = new Memory();
        FileWriter writer = new ParquetFormatWriter().create(output, schema, options);
        List<List<String>> expected = new ArrayList<>();
        for (int batches = random.nextInt(4); batches > 0; batches--) {
            Batch batch = generated.batch(schema, 1 + random.nextInt(random.nextInt(10) == 0 ? 2_000 : 200));
            int[] rows = random.ints(random.nextInt(batch.rows() + 1), 0, batch.rows())
                    .toArray();
            writer.append(batch, rows, rows.length);
            for (int row : rows) {
                expected.add(batch.columns().stream()
                        .map(column -> Texts.of(column, row))
                        .toList());
            }
        }
        writer.finish();
        Files.write(file, output.toArray());
        return expected;
    }

    private static List<List<String>> read(Connection duckDb, Path file) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery("SELECT * FROM read_parquet('" + file + "')")) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(Texts.of(result.getObject(i)));
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
