package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sorted row groups and bloom filters: parquet-java 1.18.1 and DuckDB read them.
class SinkOptionsTest {

    private static final Schema SCHEMA = Schema.of(
            new Field("id", DataType.INT),
            new Field("s", DataType.STRING),
            new Field("n", DataType.BIGINT),
            new Field("x", DataType.DOUBLE),
            new Field("wide", DataType.decimal(30, 2)),
            new Field("l", new DataType.Array(DataType.STRING)));

    private final Random random = Seeded.of("SinkOptionsTest").random();

    @TempDir
    private Path folder;

    private List<List<@Nullable Object>> rows(int count) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(Values.row(
                    i,
                    random.nextInt(9) == 0 ? null : "s" + 2 * random.nextInt(count),
                    random.nextInt(9) == 0 ? null : Long.valueOf(2L * random.nextInt(50)),
                    random.nextInt(50) == 0 ? Double.NaN : random.nextInt(9) == 0 ? -0.0 : random.nextInt(9) / 2.0,
                    BigDecimal.valueOf(2L * random.nextInt(count), 2),
                    random.nextInt(3) == 0 ? null : List.of("a" + i)));
        }
        return rows;
    }

    @Test
    void rowsOfEachRowGroupAreInOrder() throws IOException, SQLException {
        List<List<@Nullable Object>> rows = rows(5_000);
        Map<String, String> options = Map.of("blockSize", "60000", "sortBy", "N desc, s");
        byte[] file = SkippingTest.written(SCHEMA, rows, options);
        List<RowGroup> groups = Objects.requireNonNull(Written.of(file).footer().getRow_groups());
        assertThat(groups.size()).isGreaterThan(2);
        assertThat(groups).allSatisfy(group -> {
            assertThat(group.getSorting_columns()).hasSize(2);
            assertThat(Objects.requireNonNull(group.getSorting_columns())
                            .getFirst()
                            .isDescending())
                    .isTrue();
            assertThat(Objects.requireNonNull(group.getSorting_columns())
                            .getFirst()
                            .getColumn_idx())
                    .isEqualTo(2);
        });
        List<List<@Nullable Object>> read = Reading.rows(file);
        assertThat(read).containsExactlyInAnyOrderElementsOf(rows).isNotEqualTo(rows);
        Path path = Files.write(folder.resolve("f.parquet"), file);
        assertThat(DuckDb.rows(path, SCHEMA)).isEqualTo(read);
        assertThat(unordered(path, groups)).isZero();
        // The broken twin is a file whose rows stay as they came.
        byte[] asTheyCame = SkippingTest.written(SCHEMA, rows, Map.of("blockSize", "60000"));
        assertThat(unordered(Files.write(folder.resolve("g.parquet"), asTheyCame), groups))
                .isPositive();
    }

    /// Rows that DuckDB finds out of order within their row group.
    private static long unordered(Path path, List<RowGroup> groups) throws SQLException {
        List<Long> starts = new ArrayList<>();
        long start = 0;
        for (RowGroup group : groups) {
            starts.add(start);
            start += group.getNum_rows();
        }
        try (Connection duckDb = DuckDb.connect();
                Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery("""
                        WITH r AS (SELECT n, s, file_row_number AS k FROM read_parquet('%s', file_row_number = true)),
                        p AS (SELECT n, s, k, lag(n) OVER (ORDER BY k) AS n0, lag(s) OVER (ORDER BY k) AS s0 FROM r)
                        SELECT count(*) FROM p WHERE k NOT IN (%s) AND
                          (coalesce(n, -1) > coalesce(n0, -1)
                            OR (n IS NOT DISTINCT FROM n0 AND coalesce(s, '') < coalesce(s0, '')))
                        """.formatted(
                        path,
                        String.join(", ", starts.stream().map(String::valueOf).toList())))) {
            result.next();
            return result.getLong(1);
        }
    }

    @Test
    void bloomFiltersHoldAllValuesAndFewOthers() throws IOException, SQLException {
        List<List<@Nullable Object>> rows = rows(4_000);
        byte[] file = SkippingTest.written(
                SCHEMA,
                rows,
                Map.of("bloomFilterColumns", "s, n,x, wide", "bloomFilterFpp", "0.05", "blockSize", "200000"));
        List<ColumnChunk> chunks = Footers.chunks(Written.of(file).footer());
        int from = 0;
        for (RowGroup group : Objects.requireNonNull(Written.of(file).footer().getRow_groups())) {
            List<ColumnChunk> own = Objects.requireNonNull(group.getColumns());
            BlockSplitBloomFilter texts = theirs(file, own.get(1));
            BlockSplitBloomFilter numbers = theirs(file, own.get(2));
            BlockSplitBloomFilter doubles = theirs(file, own.get(3));
            BlockSplitBloomFilter decimals = theirs(file, own.get(4));
            int wrong = 0;
            int odd = 0;
            for (List<@Nullable Object> row : rows.subList(from, from + (int) group.getNum_rows())) {
                if (row.get(1) instanceof String text) {
                    assertThat(texts.findHash(texts.hash(Binary.fromString(text))))
                            .isTrue();
                    odd++;
                    wrong += texts.findHash(texts.hash(Binary.fromString(text + "!"))) ? 1 : 0;
                }
                if (row.get(2) instanceof Long number) {
                    assertThat(numbers.findHash(numbers.hash(number.longValue())))
                            .isTrue();
                }
                double value = (Double) Objects.requireNonNull(row.get(3));
                assertThat(doubles.findHash(doubles.hash(value))).isTrue();
                if (value == 0) {
                    assertThat(doubles.findHash(doubles.hash(0.0))).isTrue();
                }
                byte[] fixed = new byte[13];
                byte[] number = ((BigDecimal) Objects.requireNonNull(row.get(4)))
                        .unscaledValue()
                        .toByteArray();
                System.arraycopy(number, 0, fixed, fixed.length - number.length, number.length);
                assertThat(decimals.findHash(decimals.hash(Binary.fromConstantByteArray(fixed))))
                        .isTrue();
            }
            assertThat((double) wrong / odd).isLessThan(0.08);
            from += (int) group.getNum_rows();
        }
        assertThat(chunks.getFirst().getMeta_data())
                .satisfies(id -> assertThat(Objects.requireNonNull(id).isSetBloom_filter_offset())
                        .isFalse());
        Path path = Files.write(folder.resolve("f.parquet"), file);
        assertThat(DuckDb.rows(path, SCHEMA)).isEqualTo(rows);
        assertThat(excludedByDuckDb(path, "'s1'")).isPositive();
        assertThat(excludedByDuckDb(
                        path,
                        "'"
                                + rows.stream()
                                        .filter(row -> row.get(1) != null)
                                        .findFirst()
                                        .orElseThrow()
                                        .get(1) + "'"))
                .isLessThan(Objects.requireNonNull(Written.of(file).footer().getRow_groups())
                        .size());
    }

    /// Row groups that DuckDB would leave out for a value of `s`.
    private static long excludedByDuckDb(Path path, String value) throws SQLException {
        try (Connection duckDb = DuckDb.connect();
                Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM parquet_bloom_probe('" + path
                        + "', 's', " + value + ") WHERE bloom_filter_excludes")) {
            result.next();
            return result.getLong(1);
        }
    }

    private static BlockSplitBloomFilter theirs(byte[] file, ColumnChunk chunk) throws IOException {
        ColumnMetaData metadata = Objects.requireNonNull(chunk.getMeta_data());
        int from = (int) metadata.getBloom_filter_offset();
        byte[] bytes = Arrays.copyOfRange(file, from, from + metadata.getBloom_filter_length());
        BloomFilterHeader header = ThriftBytes.read(bytes, new BloomFilterHeader());
        return new BlockSplitBloomFilter(Arrays.copyOfRange(bytes, bytes.length - header.getNumBytes(), bytes.length));
    }

    /// Statistics and pages do not tell odd numbers from even ones; the filter does.
    @Test
    void theReaderPassesOverRowGroupsByTheirFilters() throws IOException {
        List<List<@Nullable Object>> rows = rows(4_000);
        Map<String, String> options = Map.of("bloomFilterColumns", "n,s", "blockSize", "200000");
        byte[] file = SkippingTest.written(SCHEMA, rows, options);
        byte[] without = SkippingTest.written(SCHEMA, rows, Map.of("blockSize", "200000"));
        for (String condition : List.of("n = 51", "s = 's101'", "n IN (51, 53)")) {
            var test = FilteredReading.test(condition, SCHEMA, ZoneOffset.UTC);
            assertThat(FilteredReading.of(file, SCHEMA, condition, test, 1 << 20, ZoneOffset.UTC)
                            .skipped())
                    .as(condition)
                    .isGreaterThan(3_000);
            // The twin without filters reads what its bounds let through.
            assertThat(FilteredReading.of(without, SCHEMA, condition, test, 1 << 20, ZoneOffset.UTC)
                            .skipped())
                    .as(condition)
                    .isLessThan(1_000);
        }
        for (int i = 0; i < 50; i++) {
            String condition = "n = " + random.nextInt(100) + " OR s = 's" + random.nextInt(8_000) + "'";
            var test = FilteredReading.test(condition, SCHEMA, ZoneOffset.UTC);
            assertThat(FilteredReading.of(file, SCHEMA, condition, test, 1 << 20, ZoneOffset.UTC)
                            .ids())
                    .isEqualTo(FilteredReading.of(file, SCHEMA, condition, null, 1 << 20, ZoneOffset.UTC)
                            .ids());
        }
    }

    @Test
    void wrongOptionsAreTyped() {
        assertThatThrownBy(() -> SkippingTest.written(SCHEMA, rows(1), Map.of("sortBy", "nothing")))
                .isInstanceOf(ParquetOptionException.class)
                .hasMessageContaining("sortBy")
                .hasMessageContaining("there are id, s, n, x, wide");
        assertThatThrownBy(() -> SkippingTest.written(SCHEMA, rows(1), Map.of("bloomFilterColumns", "l")))
                .isInstanceOf(ParquetOptionException.class);
        assertThatThrownBy(() -> SkippingTest.written(SCHEMA, rows(1), Map.of("bloomFilterFpp", "2")))
                .isInstanceOf(ParquetOptionException.class)
                .hasMessageContaining("between 0 and 1");
    }
}
