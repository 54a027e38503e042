package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
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
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Row groups and pages that a filter lets nothing of through are not read, and no row is missing: drawn files of
/// ours and of DuckDB, drawn conditions, answers of DuckDB.
class SkippingTest {

    private static final Schema SCHEMA = Schema.of(
            new Field("id", DataType.INT),
            new Field("big", DataType.BIGINT),
            new Field("tiny", DataType.TINYINT),
            new Field("price", DataType.decimal(10, 2)),
            new Field("wide", DataType.decimal(30, 5)),
            new Field("ts", DataType.TIMESTAMP),
            new Field("d", DataType.DATE),
            new Field("s", DataType.STRING),
            new Field("f", DataType.FLOAT),
            new Field("x", DataType.DOUBLE),
            new Field("b", DataType.BOOLEAN),
            new Field("l", new DataType.Array(DataType.STRING)));
    private static final long SECOND = 1_000_000;
    private static final int FIRST_DAY = (int) LocalDate.of(2024, 1, 1).toEpochDay();

    private final Random random = Seeded.of("SkippingTest").random();

    @TempDir
    private Path folder;

    @Test
    void noRowIsMissingAndManyAreNotRead() throws IOException, SQLException {
        long skipped = 0;
        long dropped = 0;
        boolean twinLoses = false;
        try (Connection duckDb = DuckDb.connect();
                Statement statement = duckDb.createStatement()) {
            for (int round = 0; round < 12; round++) {
                byte[] file = file(statement);
                for (int i = 0; i < 40; i++) {
                    String condition = condition(2);
                    var test = FilteredReading.test(condition, SCHEMA, ZoneOffset.UTC);
                    long held = 1L << (12 + random.nextInt(15));
                    FilteredReading all = FilteredReading.of(file, SCHEMA, condition, null, held, ZoneOffset.UTC);
                    FilteredReading some = FilteredReading.of(file, SCHEMA, condition, test, held, ZoneOffset.UTC);
                    assertThat(some.ids()).as(condition).isEqualTo(all.ids()).isEqualTo(ids(statement, condition));
                    assertThat(some.read() + some.skipped()).as(condition).isEqualTo(all.read());
                    skipped += some.skipped();
                    dropped += some.read() - some.ids().size();
                    twinLoses |= twinLoses(file, condition, all);
                }
            }
        }
        System.out.println("SkippingTest: " + skipped + " rows not read, " + dropped + " read and dropped");
        assertThat(skipped).isGreaterThan(dropped / 2);
        assertThat(twinLoses).isTrue();
    }

    /// Three rows in ten thousand of a file of some megabytes: what is fetched, by page and by row group.
    @Test
    void fewPagesOfALargeFileAreFetched() throws IOException {
        Schema schema = Schema.of(
                new Field("id", DataType.INT), new Field("a", DataType.STRING), new Field("c", DataType.STRING));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 10; word++) {
                text.append(Long.toHexString(random.nextLong()));
            }
            rows.add(Values.row(i, text.toString(), Long.toHexString(random.nextLong())));
        }
        byte[] file = written(schema, rows, Map.of("pageSize", "20000", "blockSize", "6MB"));
        String condition = "id BETWEEN 30000 AND 30020";
        var test = FilteredReading.test(condition, schema, ZoneOffset.UTC);
        FilteredReading all = FilteredReading.of(file, schema, condition, null, 1 << 20, ZoneOffset.UTC);
        FilteredReading byGroup =
                FilteredReading.of(withoutIndexes(file), schema, condition, test, 1 << 20, ZoneOffset.UTC);
        FilteredReading byPage = FilteredReading.of(file, schema, condition, test, 1 << 20, ZoneOffset.UTC);
        System.out.println("SkippingTest: of " + file.length + " bytes " + all.bytes() + " without a filter, "
                + byGroup.bytes() + " by row groups, " + byPage.bytes() + " by pages; rows handed over " + all.read()
                + ", "
                + byGroup.read() + ", " + byPage.read());
        assertThat(byPage.ids()).hasSize(21).isEqualTo(all.ids()).isEqualTo(byGroup.ids());
        assertThat(byGroup.bytes()).isLessThan(all.bytes() * 3 / 4);
        assertThat(byPage.bytes()).isLessThan(byGroup.bytes() / 3);
        assertThat(byPage.read()).isLessThan(byGroup.read() / 3);
        assertThat(FilteredReading.of(
                                file,
                                schema,
                                "id > 60000",
                                FilteredReading.test("id > 60000", schema, ZoneOffset.UTC),
                                1 << 20,
                                ZoneOffset.UTC)
                        .bytes())
                .as("the footer alone")
                .isLessThan(70_000);
    }

    private static byte[] withoutIndexes(byte[] file) throws IOException {
        return Footers.changed(
                file,
                footer -> Footers.chunks(footer).forEach(chunk -> {
                    chunk.unsetColumn_index_offset();
                    chunk.unsetOffset_index_offset();
                }));
    }

    /// The broken twin takes a bound for one that its page does not reach.
    private static boolean twinLoses(byte[] file, String condition, FilteredReading all) throws IOException {
        String strict = condition.replace("<=", "<").replace(">=", ">").replace(" = ", " > ");
        var test = FilteredReading.test(strict, SCHEMA, ZoneOffset.UTC);
        return !FilteredReading.of(file, SCHEMA, condition, test, 1 << 20, ZoneOffset.UTC)
                .ids()
                .equals(all.ids());
    }

    private List<Integer> ids(Statement statement, String condition) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT id FROM read_parquet('" + folder.resolve("file.parquet")
                + "') WHERE " + condition + " ORDER BY id")) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }

    private byte[] file(Statement statement) throws IOException, SQLException {
        Path path = folder.resolve("file.parquet");
        int count = 3_000 + random.nextInt(5_000);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(row(i));
        }
        byte[] ours = written(
                SCHEMA,
                rows,
                Map.of(
                        "pageSize",
                        String.valueOf(200 + random.nextInt(3_000)),
                        "blockSize",
                        String.valueOf(20_000 + random.nextInt(2_000_000))));
        if (random.nextBoolean()) {
            return Files.readAllBytes(Files.write(path, ours));
        }
        Path from = Files.write(folder.resolve("ours.parquet"), ours);
        statement.execute("COPY (SELECT * FROM read_parquet('" + from + "') ORDER BY id) TO '" + path
                + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
        return Files.readAllBytes(path);
    }

    static byte[] written(Schema schema, List<List<@Nullable Object>> rows, Map<String, String> options)
            throws IOException {
        Memory output = new Memory();
        FileWriter writer = new ParquetFormatWriter().create(output, schema, new FormatOptions(options));
        for (int from = 0; from < rows.size(); from += 500) {
            List<List<@Nullable Object>> some = rows.subList(from, Math.min(rows.size(), from + 500));
            writer.append(
                    Values.batch(schema, some), IntStream.range(0, some.size()).toArray(), some.size());
        }
        writer.finish();
        return output.toArray();
    }

    /// Values that rise with the rows and now and then do not.
    private List<@Nullable Object> row(int i) {
        int near = i / 100 + random.nextInt(3);
        List<@Nullable Object> row = new ArrayList<>();
        row.add(i);
        row.add(random.nextInt(200) == 0 ? Long.valueOf(random.nextLong()) : Long.valueOf(near - 20L));
        row.add(near % 256 - 128);
        row.add(BigDecimal.valueOf(near * 25L - 500, 2));
        row.add(BigDecimal.valueOf(near * 100_000L - 1_000_000, 5).add(new BigDecimal("10000000000000000000")));
        row.add((FIRST_DAY * 86_400L + near * 3_600L) * SECOND);
        row.add(FIRST_DAY + near);
        row.add("t" + (char) ('a' + near % 26) + (random.nextInt(9) == 0 ? "ü" : ""));
        row.add(random.nextInt(300) == 0 ? Float.NaN : near == 20 ? -0.0f : near - 20f);
        row.add(random.nextInt(300) == 0 ? Double.NaN : near == 20 ? -0.0 : near / 2.0 - 10);
        row.add(near / 10 % 2 == 0);
        row.add(random.nextInt(4) == 0 ? null : List.of("x".repeat(random.nextInt(4)), "y"));
        for (int column = 1; column < row.size(); column++) {
            if (near % 7 == column % 7 && (near % 2 == 0 || random.nextInt(3) == 0)) {
                row.set(column, null);
            }
        }
        return row;
    }

    private String condition(int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            String operator = random.nextBoolean() ? " AND " : " OR ";
            String both = condition(depth - 1) + operator + condition(depth - 1);
            return "(" + both + ")";
        }
        Field field = SCHEMA.field(random.nextInt(SCHEMA.size() - 1));
        String name = field.name();
        if (field.type().equals(DataType.BOOLEAN)) {
            return random.nextBoolean() ? "b" : random.nextBoolean() ? "NOT b" : "b = true";
        }
        return switch (random.nextInt(8)) {
            case 0 -> name + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            case 1 ->
                name + (random.nextInt(4) == 0 ? " NOT IN (" : " IN (") + literal(name) + ", " + literal(name) + ")";
            case 2 ->
                name + (random.nextInt(4) == 0 ? " NOT BETWEEN " : " BETWEEN ") + literal(name) + " AND "
                        + literal(name);
            case 3 -> literal(name) + relation() + name;
            default -> name + relation() + literal(name);
        };
    }

    private String relation() {
        return List.of(" < ", " <= ", " > ", " >= ", " = ", " <> ", " = ").get(random.nextInt(7));
    }

    private String literal(String column) {
        int near = random.nextInt(82);
        return switch (column) {
            case "id" -> String.valueOf(random.nextInt(8_000));
            case "big" -> String.valueOf(near - 20);
            case "tiny" -> String.valueOf(near - 128);
            case "price" -> BigDecimal.valueOf(near * 25L - 500, 2).toPlainString();
            case "wide" ->
                BigDecimal.valueOf(near * 100_000L - 1_000_000, 5)
                        .add(new BigDecimal("10000000000000000000"))
                        .toPlainString();
            case "ts" ->
                "TIMESTAMP '" + LocalDate.ofEpochDay(FIRST_DAY + near / 24) + " " + "%02d:00:00'".formatted(near % 24);
            case "d" -> "DATE '" + LocalDate.ofEpochDay(FIRST_DAY + near) + "'";
            case "s" -> "'t" + (char) ('a' + near % 27) + (random.nextInt(9) == 0 ? "ü'" : "'");
            default -> (near - 20) / 2 + ".5e0".substring(random.nextBoolean() ? 0 : 2);
        };
    }
}
