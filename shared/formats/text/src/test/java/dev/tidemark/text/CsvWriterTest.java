package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is written is read back the same, by us and by DuckDB.
final class CsvWriterTest {

    private static final Schema SCHEMA = Schema.of(
            new Field("id", DataType.BIGINT),
            new Field("t", DataType.STRING),
            new Field("d", DataType.DATE),
            new Field("ts", DataType.TIMESTAMP),
            new Field("n", DataType.decimal(10, 2)),
            new Field("w", DataType.decimal(38, 5)),
            new Field("r", DataType.DOUBLE),
            new Field("f", DataType.FLOAT),
            new Field("b", DataType.BOOLEAN),
            new Field("i", DataType.INT),
            new Field("x", DataType.BINARY));

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    @Test
    void nullEmptyAndTheWordNullStayApart() throws IOException {
        List<@Nullable String> values =
                Arrays.asList(null, "", "null", "NULL", " ", "a,b", "q\"", "x\ny", "x\r", "\"\"");
        for (String nullValue : List.of("", "NULL")) {
            for (String escaper : List.of("", "\\")) {
                String[] options = {
                    "nullValue", nullValue, "escaper", escaper, "withHeader", "true", "multiLine", "true"
                };
                byte[] file = write(texts(values), options);
                assertThat(CsvReading.with(options).text("t").read(file).rows)
                        .extracting(row -> row.get(0))
                        .isEqualTo(values);
            }
        }
    }

    @Test
    void onlyWhatNeedsQuotesHasThem() throws IOException {
        byte[] file = write(texts(Arrays.asList("a", null, "", "b,c", "say \"x\"")));
        assertThat(new String(file, StandardCharsets.UTF_8)).isEqualTo("t\na\n\n\"\"\n\"b,c\"\n\"say \"\"x\"\"\"\n");
    }

    @Test
    void timeIsIsoAndUtc() throws IOException {
        BatchOf one = new BatchOf();
        one.add(1, "x", -1, -1L, new BigDecimal("-0.05"), new BigDecimal("1.00000"), 1e300, 0.1f, true, -5, new byte[] {
            1
        });
        one.add(2, null, 19_782, 1_700_000_000_000_000L, BigDecimal.ZERO, BigDecimal.ZERO, 0, 0, false, 0, new byte[0]);
        assertThat(new String(write(one.batch()), StandardCharsets.UTF_8)
                        .lines()
                        .skip(1))
                .containsExactly(
                        "1,x,1969-12-31,1969-12-31T23:59:59.999999Z,-0.05,1.00000,1.0E300,0.1,true,-5,AQ==",
                        "2,,2024-02-29,2023-11-14T22:13:20Z,0.00,0.00000,0.0,0.0,false,0,");
    }

    @Test
    void theHeaderIsFirstAlsoOfAFileWithoutRowsAndAfterFlushes() throws IOException {
        CompressionTest.MemoryOutput output = new CompressionTest.MemoryOutput();
        FileWriter writer = new CsvFormatWriter().create(output, SCHEMA, FormatOptions.NONE);
        writer.flush();
        writer.flush();
        assertThat(writer.bufferedBytes()).isZero();
        writer.finish();
        assertThat(new String(output.bytes(), StandardCharsets.UTF_8)).isEqualTo("id,t,d,ts,n,w,r,f,b,i,x\n");
        assertThat(write(texts(List.of("v")), "writeHeader", "false"))
                .asString()
                .isEqualTo("v\n");
    }

    @ParameterizedTest
    @CsvSource({"none,csv", "gzip,csv.gz", "zstd,csv.zst", "bzip2,csv.bz2"})
    void compressedFilesAreReadBack(String compression, String extension) throws IOException {
        FormatOptions options = new FormatOptions(Map.of("compression", compression));
        assertThat(new CsvFormatWriter().extension(options)).isEqualTo(extension);
        Batch batch = random(2000);
        byte[] file = write(batch, "compression", compression);
        assertThat(read(file).rows).isEqualTo(shown(batch));
    }

    @Test
    void typesThatAreNoSingleValueAreRefusedByName() {
        Schema nested = Schema.of(new Field("tags", new DataType.Array(DataType.STRING)));
        assertThatThrownBy(() -> new CsvFormatWriter().check(nested, FormatOptions.NONE))
                .isInstanceOf(CsvColumnException.class)
                .hasMessageContaining("'tags' has type array<string>");
    }

    @Test
    void withoutQuotesAValueThatNeedsThemIsRefused() {
        assertThatThrownBy(() -> write(texts(List.of("a,b")), "quoteChar", "-1"))
                .isInstanceOf(CsvOptionException.class)
                .hasMessageContaining("escaper");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\\"})
    void randomRowsAreReadBackAsTheyWere(String escaper) throws IOException {
        Batch batch = random(3000);
        CsvReading read = read(write(batch, "escaper", escaper), "escaper", escaper);
        assertThat(read.bad).as("seed %d", seed).isEmpty();
        assertThat(read.rows).as("seed %d", seed).isEqualTo(shown(batch));
    }

    @Test
    void duckDbReadsTheSame(@TempDir Path folder) throws IOException, SQLException {
        Batch batch = random(3000);
        Path file = folder.resolve("written.csv");
        Files.write(file, write(batch));
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT id, t, CAST(d AS VARCHAR), n, w, b, i, epoch_us(ts), r FROM read_csv('" + file
                                + "', header = true, quote = '\"', escape = '\"', nullstr = '', allow_quoted_nulls = false,"
                                + " auto_detect = false, delim = ',', new_line = '\\n', columns = {id: 'BIGINT',"
                                + " t: 'VARCHAR', d: 'DATE', ts: 'TIMESTAMPTZ', n: 'DECIMAL(10,2)', w: 'DECIMAL(38,5)',"
                                + " r: 'DOUBLE', f: 'FLOAT', b: 'BOOLEAN', i: 'INTEGER', x: 'VARCHAR'})")) {
            while (result.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int column = 1; column <= 9; column++) {
                    row.add(result.getString(column));
                }
                rows.add(row);
            }
        }
        assertThat(rows).as("seed %d", seed).hasSize(batch.rows());
        List<List<@Nullable String>> ours = shown(batch);
        LongVector times = (LongVector) batch.column(3);
        for (int i = 0; i < batch.rows(); i++) {
            List<@Nullable String> mine = ours.get(i);
            assertThat(rows.get(i))
                    .as("seed %d row %d", seed, i)
                    .startsWith(Arrays.copyOf(
                            new @Nullable String[] {
                                mine.get(0),
                                mine.get(1),
                                mine.get(2),
                                mine.get(4),
                                mine.get(5),
                                mine.get(8),
                                mine.get(9)
                            },
                            7))
                    .element(7)
                    .isEqualTo(times.isNull(i) ? null : String.valueOf(times.get(i)));
        }
    }

    private static CsvReading read(byte[] file, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("withHeader", "true", "multiLine", "true"));
        all.addAll(List.of(options));
        return CsvReading.with(all.toArray(String[]::new))
                .columns(SCHEMA.fields().stream()
                        .map(field -> ColumnSpec.of(field.name(), field.type()))
                        .toArray(ColumnSpec[]::new))
                .read(file);
    }

    private static List<List<@Nullable String>> shown(Batch batch) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int row = 0; row < batch.rows(); row++) {
            List<@Nullable String> values = new ArrayList<>();
            for (ColumnVector column : batch.columns()) {
                values.add(column.isNull(row) ? null : CsvReading.show(column, row));
            }
            rows.add(values);
        }
        return rows;
    }

    private static byte[] write(Batch batch, String... options) throws IOException {
        Map<String, String> map = new java.util.HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        CompressionTest.MemoryOutput output = new CompressionTest.MemoryOutput();
        FileWriter writer = new CsvFormatWriter().create(output, batch.schema(), new FormatOptions(map));
        int[] rows = new int[batch.rows()];
        Arrays.setAll(rows, i -> i);
        int half = rows.length / 2;
        writer.append(batch, rows, half);
        writer.flush();
        writer.append(batch, Arrays.copyOfRange(rows, half, rows.length), rows.length - half);
        writer.finish();
        return output.bytes();
    }

    private static Batch texts(List<@Nullable String> values) {
        Schema schema = Schema.of(new Field("t", DataType.STRING));
        BytesVector vector = (BytesVector) ColumnVector.of(DataType.STRING);
        for (String value : values) {
            if (value == null) {
                vector.appendNull();
            } else {
                vector.append(value);
            }
        }
        return new Batch(schema, List.of(vector), values.size(), null);
    }

    private Batch random(int rows) {
        Random random = new Random(seed);
        BatchOf batch = new BatchOf();
        for (int i = 0; i < rows; i++) {
            byte[] bytes = new byte[random.nextInt(4) + 1];
            random.nextBytes(bytes);
            batch.add(
                    random.nextLong(),
                    random.nextInt(5) == 0 ? null : CsvRandom.text(random),
                    random.nextInt(60_000) - 20_000,
                    random.nextLong(4_000_000_000_000_000L) - 1_000_000_000_000_000L,
                    BigDecimal.valueOf(random.nextLong(20_000_000_000L) - 10_000_000_000L + 1, 2),
                    new BigDecimal(new BigInteger(100, random), 5),
                    random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20),
                    random.nextFloat(),
                    random.nextBoolean(),
                    random.nextInt(),
                    bytes);
        }
        return batch.batch();
    }

    /// A batch of [#SCHEMA] in the making.
    private static final class BatchOf {

        private final List<ColumnVector> columns = SCHEMA.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
        private int rows;

        void add(
                long id,
                @Nullable String text,
                int day,
                long micros,
                BigDecimal exact,
                BigDecimal wide,
                double real,
                float single,
                boolean truth,
                int whole,
                byte[] bytes) {
            ((LongVector) columns.get(0)).append(id);
            if (text == null) {
                columns.get(1).appendNull();
            } else {
                ((BytesVector) columns.get(1)).append(text);
            }
            ((IntVector) columns.get(2)).append(day);
            ((LongVector) columns.get(3)).append(micros);
            ((LongVector) columns.get(4))
                    .append(exact.setScale(2).unscaledValue().longValueExact());
            ((DecimalVector) columns.get(5)).append(wide.setScale(5).unscaledValue());
            ((DoubleVector) columns.get(6)).append(real);
            ((FloatVector) columns.get(7)).append(single);
            ((BooleanVector) columns.get(8)).append(truth);
            ((IntVector) columns.get(9)).append(whole);
            ((BytesVector) columns.get(10)).append(bytes);
            rows++;
        }

        Batch batch() {
            return new Batch(SCHEMA, columns, rows, null);
        }
    }
}
