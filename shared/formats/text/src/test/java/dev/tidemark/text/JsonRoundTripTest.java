package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
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
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is written is read back, by us and by DuckDB.
final class JsonRoundTripTest {

    private static final Schema SCHEMA = new Schema(List.of(
            field("b", "boolean"),
            field("t", "tinyint"),
            field("s", "smallint"),
            field("i", "int"),
            field("l", "bigint"),
            field("f", "float"),
            field("d", "double"),
            field("d9", "decimal(9,2)"),
            field("d18", "decimal(18,18)"),
            field("d38", "decimal(38,10)"),
            field("big", "decimal(38,0)"),
            field("txt", "string"),
            field("bin", "binary"),
            field("day", "date"),
            field("ts", "timestamp"),
            field("Name \"with\" ü", "array<array<int>>"),
            field("m", "map<string,decimal(20,5)>"),
            field("st", "struct<x:int,Y:array<struct<z:string>>>")));

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private String lastDifference = "";

    private static Field field(String name, String type) {
        return new Field(name, DataTypeParser.parse(type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "zstd", "bzip2"})
    void randomValuesOfEveryTypeComeBack(String compression) throws IOException {
        Batch batch = batch(SCHEMA, 2_000);
        byte[] written = write(batch, compression);
        JsonReading reading = JsonReading.of(new BytesInput(written), 0, ReadTask.END, Map.of(), specs(SCHEMA));
        assertThat(reading.reasons()).as("seed %d", seed).isEmpty();
        assertThat(reading.rows()).as("seed %d", seed).isEqualTo(rows(batch));
    }

    private static List<ColumnSpec> specs(Schema schema) {
        return schema.fields().stream()
                .map(column -> ColumnSpec.of(column.name(), column.type()))
                .toList();
    }

    private static List<List<@Nullable Object>> rows(Batch batch) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < batch.rows(); row++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (ColumnVector column : batch.columns()) {
                values.add(JsonReading.value(column, row));
            }
            rows.add(values);
        }
        return rows;
    }

    static byte[] write(Batch batch, String compression) throws IOException {
        CompressionTest.MemoryOutput output = new CompressionTest.MemoryOutput();
        FileWriter writer =
                new JsonWriter().create(output, batch.schema(), new FormatOptions(Map.of("compression", compression)));
        int[] rows = IntStream.range(0, batch.rows()).toArray();
        writer.append(batch, rows, batch.rows());
        writer.finish();
        return output.bytes();
    }

    @Test
    void formsAreThoseOfTheDocuments() throws IOException {
        Schema schema = new Schema(List.of(
                field("a", "decimal(9,2)"),
                field("n", "int"),
                field("d", "double"),
                field("f", "float"),
                field("t", "timestamp"),
                field("day", "date"),
                field("x", "binary"),
                field("l", "array<int>"),
                field("s", "string")));
        List<ColumnVector> columns =
                schema.fields().stream().map(f -> ColumnVector.of(f.type())).toList();
        ((LongVector) columns.get(0)).append(-5);
        columns.get(1).appendNull();
        ((DoubleVector) columns.get(2)).append(Double.NaN);
        ((FloatVector) columns.get(3)).append(0.1f);
        ((LongVector) columns.get(4)).append(-1);
        ((IntVector) columns.get(5)).append(-1);
        ((BytesVector) columns.get(6)).append(new byte[] {(byte) 0xFF, 0});
        ((IntVector) ((ArrayVector) columns.get(7)).elements()).append(1);
        ((ArrayVector) columns.get(7)).elements().appendNull();
        ((ArrayVector) columns.get(7)).endRow();
        ((BytesVector) columns.get(8)).append("\"\\\n\u0001ü/");
        assertThat(new String(write(new Batch(schema, columns, 1, null), "none"), StandardCharsets.UTF_8))
                .isEqualTo("{\"a\":-0.05,\"d\":\"NaN\",\"f\":0.1,\"t\":\"1969-12-31T23:59:59.999999Z\","
                        + "\"day\":\"1969-12-31\",\"x\":\"/wA=\",\"l\":[1,null],\"s\":\"\\\"\\\\\\n\\u0001ü/\"}\n");
        assertThat(new JsonWriter().extension(new FormatOptions(Map.of("compression", "zstd"))))
                .isEqualTo("json.zst");
    }

    @Test
    void duckDbReadsTheSameValues(@TempDir Path folder) throws IOException, SQLException {
        int differences = differencesFromDuckDb(folder, (text, column) -> text);
        assertThat(differences).as("seed %d, %s", seed, lastDifference).isZero();
    }

    /// The twin of the writer whose decimals went through a double.
    @Test
    void theTwinThatWritesDecimalsAsDoublesIsFoundOut(@TempDir Path folder) throws IOException, SQLException {
        assertThat(differencesFromDuckDb(
                        folder,
                        (text, column) -> column.equals("d38")
                                ? new BigDecimal(Double.parseDouble(text))
                                        .setScale(10, java.math.RoundingMode.DOWN)
                                        .toPlainString()
                                : text))
                .isPositive();
    }

    /// Compares each value's text. The wide decimal is cut out of the line, as DuckDB takes JSON numbers by way of
    /// double.
    private int differencesFromDuckDb(Path folder, BiFunction<String, String, String> twin)
            throws IOException, SQLException {
        Batch batch = batch(SCHEMA, 500);
        Path file = folder.resolve("rows.json");
        Files.write(file, write(batch, "none"));
        String columns = "{'b':'BOOLEAN','t':'TINYINT','s':'SMALLINT','i':'INTEGER','l':'BIGINT','d':'DOUBLE',"
                + "'txt':'VARCHAR','bin':'VARCHAR','day':'DATE','ts':'TIMESTAMP',"
                + "'st':'STRUCT(x INTEGER, \"Y\" STRUCT(z VARCHAR)[])'}";
        int differences = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT b, t, s, i, l, d, txt, bin, day, epoch_us(ts) AS ts, st.x AS x, len(st.\"Y\") AS y FROM"
                                + " read_json('" + file + "', format='newline_delimited', columns=" + columns + ")");
                Statement other = connection.createStatement();
                ResultSet lines = other.executeQuery(
                        "SELECT nullif(regexp_extract(line, '\"d38\":(-?[0-9.]+)', 1), '') AS d38 FROM (SELECT"
                                + " unnest(string_split(content, chr(10))) AS line FROM read_text('" + file + "'))")) {
            for (int row = 0; row < batch.rows(); row++) {
                assertThat(rows.next() && lines.next()).isTrue();
                for (String name : List.of("b", "t", "s", "i", "l", "d", "d38", "txt", "bin", "day", "ts")) {
                    String expected = text(batch.column(batch.schema().indexOf(name)), row);
                    String found = found(name.equals("d38") ? lines : rows, name);
                    String compared = expected == null ? null : twin.apply(expected, name);
                    if (!java.util.Objects.equals(found, compared)) {
                        differences++;
                        lastDifference = "%s: %s, DuckDB %s".formatted(name, compared, found);
                    }
                }
                StructVector struct = (StructVector) batch.column(batch.schema().indexOf("st"));
                Object x = JsonReading.value(struct.field(0), row);
                assertThat(rows.getObject("x")).as("seed %d", seed).isEqualTo(x);
                Object y = struct.field(1).isNull(row) ? null : (long) ((ArrayVector) struct.field(1)).length(row);
                assertThat(rows.getObject("y")).as("seed %d", seed).isEqualTo(y);
            }
            assertThat(rows.next()).isFalse();
        }
        return differences;
    }

    private static @Nullable String found(ResultSet rows, String name) throws SQLException {
        if (name.equals("d")) {
            double value = rows.getDouble(name);
            return rows.wasNull() ? null : Double.toString(value);
        }
        return rows.getString(name);
    }

    private static @Nullable String text(ColumnVector column, int row) {
        if (column.isNull(row)) {
            return null;
        }
        if (column.type().equals(DataType.TIMESTAMP)) {
            return Long.toString(((LongVector) column).get(row));
        }
        return column instanceof DecimalVector
                ? ((BigDecimal) java.util.Objects.requireNonNull(JsonReading.value(column, row))).toPlainString()
                : String.valueOf(JsonReading.value(column, row)).replaceFirst("^b64:", "");
    }

    private Batch batch(Schema schema, int rows) {
        List<ColumnVector> columns = new ArrayList<>();
        for (Field field : schema.fields()) {
            ColumnVector column = ColumnVector.of(field.type());
            for (int row = 0; row < rows; row++) {
                append(column);
            }
            columns.add(column);
        }
        return new Batch(schema, columns, rows, null);
    }

    private void append(ColumnVector column) {
        if (random.nextInt(8) == 0) {
            column.appendNull();
            return;
        }
        switch (column) {
            case BooleanVector booleans -> booleans.append(random.nextBoolean());
            case IntVector ints -> ints.append(integer((DataType.Primitive) ints.type()));
            case LongVector longs -> longs.append(longOf(longs.type()));
            case FloatVector floats -> floats.append(Float.intBitsToFloat(random.nextInt()));
            case DoubleVector doubles ->
                doubles.append(
                        random.nextBoolean() ? random.nextInt(1000) / 8.0 : Double.longBitsToDouble(random.nextLong()));
            case DecimalVector decimals -> {
                BigInteger limit = BigInteger.TEN.pow(((DataType.Decimal) decimals.type()).precision());
                BigInteger value = new BigInteger(random.nextInt(127), random).mod(limit);
                decimals.append(random.nextBoolean() ? value : value.negate());
            }
            case BytesVector bytes -> {
                if (bytes.type().equals(DataType.BINARY)) {
                    byte[] value = new byte[random.nextInt(20)];
                    random.nextBytes(value);
                    bytes.append(value);
                } else {
                    bytes.append(text());
                }
            }
            case ArrayVector arrays -> {
                for (int i = random.nextInt(4); i > 0; i--) {
                    append(arrays.elements());
                }
                arrays.endRow();
            }
            case MapVector maps -> {
                for (int i = random.nextInt(12); i > 0; i--) {
                    maps.keys().append(i + text());
                    append(maps.values());
                }
                maps.endRow();
            }
            case StructVector structs -> {
                structs.fields().forEach(this::append);
                structs.endRow();
            }
        }
    }

    private int integer(DataType.Primitive type) {
        return switch (type) {
            case TINYINT -> (byte) random.nextInt();
            case SMALLINT -> (short) random.nextInt();
            case DATE -> (int) LocalDate.of(1 + random.nextInt(9999), 1, 1).toEpochDay() + random.nextInt(365);
            default -> random.nextInt() >> random.nextInt(32);
        };
    }

    private long longOf(DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            return random.nextLong() % (long) Math.pow(10, decimal.precision());
        }
        if (type.equals(DataType.TIMESTAMP)) {
            long seconds =
                    LocalDate.of(1 + random.nextInt(9999), 1, 1).toEpochDay() * 86_400 + random.nextInt(86_400 * 365);
            long[] fractions = {0, 1000L * random.nextInt(1000), random.nextInt(1_000_000)};
            return seconds * 1_000_000 + fractions[random.nextInt(3)];
        }
        return random.nextLong() >> random.nextInt(64);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int code = switch (random.nextInt(5)) {
                case 0 -> 1 + random.nextInt(0x7F);
                case 1 -> "\"\\/\b\f\n\r\t{}[]:,".charAt(random.nextInt(14));
                case 2 -> 0x80 + random.nextInt(0x780);
                case 3 -> 0x1F300 + random.nextInt(0x300);
                default -> 'a' + random.nextInt(26);
            };
            text.appendCodePoint(code);
        }
        return text.toString();
    }
}
