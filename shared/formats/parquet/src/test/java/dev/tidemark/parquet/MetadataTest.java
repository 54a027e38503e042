package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What DuckDB's `parquet_schema` and `parquet_metadata` say about a written file.
class MetadataTest {

    @TempDir
    Path folder;

    @Test
    void everyTypeHasTheStorageThatEnginesExpect() throws IOException, SQLException {
        Schema schema = schema(
                "b boolean",
                "ti tinyint",
                "si smallint",
                "i int",
                "l bigint",
                "f float",
                "d double",
                "s string",
                "x binary",
                "dt date",
                "ts timestamp",
                "d9 decimal(9,2)",
                "d18 decimal(18,0)",
                "d19 decimal(19,4)",
                "d38 decimal(38,38)",
                "a array<int>",
                "m map<string,date>",
                "st struct<Cost Total $:int>");
        Path file = write(new Generated(1).batch(schema, 20));
        assertThat(query(
                        "SELECT name, type, type_length, repetition_type, num_children, converted_type, logical_type FROM"
                                + " parquet_schema('" + file + "')"))
                .containsExactly(
                        "schema null null null 18 null null",
                        "b BOOLEAN null OPTIONAL null null null",
                        // DuckDB prints the width, a byte, as a character: \b is 8, octal 20 is 16.
                        "ti INT32 null OPTIONAL null INT_8 IntType(bitWidth=\b, isSigned=1)",
                        "si INT32 null OPTIONAL null INT_16 IntType(bitWidth=\20, isSigned=1)",
                        "i INT32 null OPTIONAL null null null",
                        "l INT64 null OPTIONAL null null null",
                        "f FLOAT null OPTIONAL null null null",
                        "d DOUBLE null OPTIONAL null null null",
                        "s BYTE_ARRAY null OPTIONAL null UTF8 StringType()",
                        "x BYTE_ARRAY null OPTIONAL null null null",
                        "dt INT32 null OPTIONAL null DATE DateType()",
                        "ts INT64 null OPTIONAL null TIMESTAMP_MICROS TimestampType(isAdjustedToUTC=1, unit=TimeUnit("
                                + "MILLIS=<null>, MICROS=MicroSeconds(), NANOS=<null>))",
                        "d9 INT32 null OPTIONAL null DECIMAL DecimalType(scale=2, precision=9)",
                        "d18 INT64 null OPTIONAL null DECIMAL DecimalType(scale=0, precision=18)",
                        "d19 FIXED_LEN_BYTE_ARRAY 9 OPTIONAL null DECIMAL DecimalType(scale=4, precision=19)",
                        "d38 FIXED_LEN_BYTE_ARRAY 16 OPTIONAL null DECIMAL DecimalType(scale=38, precision=38)",
                        "a null null OPTIONAL 1 LIST ListType()",
                        "list null null REPEATED 1 null null",
                        "element INT32 null OPTIONAL null null null",
                        "m null null OPTIONAL 1 MAP MapType()",
                        "key_value null null REPEATED 2 null null",
                        "key BYTE_ARRAY null REQUIRED null UTF8 StringType()",
                        "value INT32 null OPTIONAL null DATE DateType()",
                        "st null null OPTIONAL 1 null null",
                        "Cost Total $ INT32 null OPTIONAL null null null");
    }

    @Test
    void statisticsNameLeastGreatestAndNulls() throws IOException, SQLException {
        Schema schema = schema("i int", "l bigint", "d double", "s string", "w decimal(30,2)", "n int");
        List<ColumnVector> columns = schema.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
        int[] numbers = {5, -7, 12, 0};
        for (int number : numbers) {
            ((IntVector) columns.get(0)).append(number);
            ((LongVector) columns.get(1)).append(number * 10_000_000_000L);
            ((DoubleVector) columns.get(2)).append(number == 0 ? Double.NaN : number / 2.0);
            ((BytesVector) columns.get(3)).append("t" + number);
            ((DecimalVector) columns.get(4)).append(BigInteger.valueOf(number).multiply(BigInteger.TEN.pow(25)));
            columns.get(5).appendNull();
        }
        columns.forEach(ColumnVector::appendNull);
        Path file = write(new Batch(schema, columns, 5, null));
        assertThat(query("SELECT path_in_schema, stats_min_value, stats_max_value, stats_null_count, compression,"
                        + " num_values, encodings FROM parquet_metadata('" + file + "')"))
                .containsExactly(
                        "i -7 12 1 ZSTD 5 RLE, PLAIN",
                        "l -70000000000 120000000000 1 ZSTD 5 RLE, PLAIN",
                        "d null null 1 ZSTD 5 RLE, PLAIN",
                        "s t-7 t5 1 ZSTD 5 RLE, PLAIN",
                        "w -700000000000000000000000.00 1200000000000000000000000.00 1 ZSTD 5 RLE, PLAIN",
                        "n null null 5 ZSTD 5 RLE, PLAIN");
    }

    private Path write(Batch batch) throws IOException {
        Memory output = new Memory();
        FileWriter writer = new ParquetFormatWriter().create(output, batch.schema(), FormatOptions.NONE);
        writer.append(batch, IntStream.range(0, batch.rows()).toArray(), batch.rows());
        writer.finish();
        return Files.write(folder.resolve("f.parquet"), output.toArray());
    }

    private static List<String> query(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(String.valueOf(result.getObject(i)));
                }
                rows.add(String.join(" ", row));
            }
        }
        return rows;
    }

    private static Schema schema(String... columns) {
        return new Schema(Stream.of(columns)
                .map(column -> column.split(" ", 2))
                .map(parts -> new Field(parts[0], DataTypeParser.parse(parts[1])))
                .toList());
    }
}
