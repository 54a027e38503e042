package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.reading.FileColumns;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a file's values become in columns of other types, against brute force over numbers of any size.
class FileColumnsTest {

    private static final List<String> NUMBERS = List.of(
            "tinyint",
            "smallint",
            "int",
            "bigint",
            "decimal(5,2)",
            "decimal(18,0)",
            "decimal(30,10)",
            "float",
            "double");

    private final Seeded seeded = Seeded.of("FileColumnsTest");
    private final Values values = new Values(seeded.random());
    private final List<BadRecord> bad = new ArrayList<>();

    private static ReadTask task(List<ColumnSpec> columns, ZoneId zone) {
        return new ReadTask(
                new MemoryInput("s3://b/k", new byte[0]), 0, ReadTask.END, columns, FormatOptions.NONE, zone, null);
    }

    private List<List<@Nullable Object>> read(Schema file, List<List<@Nullable Object>> rows, ColumnSpec... asked) {
        return read(file, rows, ZoneOffset.UTC, asked);
    }

    private List<List<@Nullable Object>> read(
            Schema file, List<List<@Nullable Object>> rows, ZoneId zone, ColumnSpec... asked) {
        FileColumns columns = FileColumns.of(file.fields(), task(List.of(asked), zone));
        assertThat(columns.decoded().names()).isSubsetOf(file.names());
        long[] numbers = new long[rows.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i + 1L;
        }
        Batch decoded = Values.batch(columns.decoded(), Values.projected(file, rows, columns.decoded()));
        Batch batch = columns.batch(decoded.columns(), rows.size(), numbers, new long[rows.size()], bad::add);
        return batch == null ? List.of() : Values.rows(batch);
    }

    private static DataType type(String text) {
        return DataTypeParser.parse(text);
    }

    private static @Nullable BigDecimal exact(@Nullable Object value) {
        return switch (value) {
            case Integer number -> BigDecimal.valueOf(number);
            case Long number -> BigDecimal.valueOf(number);
            case BigDecimal number -> number;
            case Float number -> Float.isFinite(number) ? new BigDecimal(number.toString()) : null;
            case Double number -> Double.isFinite(number) ? new BigDecimal(number.toString()) : null;
            case null, default -> null;
        };
    }

    /// A number is taken when it is the same number; `float` and `double` take the nearest one.
    private static boolean takes(Object value, DataType from, DataType to) {
        BigDecimal number = exact(value);
        if (to.equals(DataType.DOUBLE)) {
            return true;
        }
        if (to.equals(DataType.FLOAT)) {
            return number == null || !Float.isInfinite(number.floatValue());
        }
        if (number == null) {
            return from.equals(to);
        }
        DataType.Decimal bounds = to instanceof DataType.Decimal decimal ? decimal : new DataType.Decimal(38, 0);
        BigDecimal plain = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        BigDecimal most = BigDecimal.TEN.pow(bounds.precision() - bounds.scale());
        boolean fits = plain.scale() <= bounds.scale() && plain.abs().compareTo(most) < 0;
        return fits
                && switch (to.toString()) {
                    case "tinyint" -> inRange(plain, Byte.MIN_VALUE, Byte.MAX_VALUE);
                    case "smallint" -> inRange(plain, Short.MIN_VALUE, Short.MAX_VALUE);
                    case "int" -> inRange(plain, Integer.MIN_VALUE, Integer.MAX_VALUE);
                    case "bigint" -> inRange(plain, Long.MIN_VALUE, Long.MAX_VALUE);
                    default -> true;
                };
    }

    private static boolean inRange(BigDecimal value, long least, long most) {
        return value.compareTo(BigDecimal.valueOf(least)) >= 0 && value.compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    private List<String> differences(BiFunction<Object, DataType, Boolean> judge, String from, String to) {
        Schema file = Schema.of(new Field("v", type(from)));
        List<List<@Nullable Object>> rows = values.rows(file, 200);
        bad.clear();
        List<List<@Nullable Object>> read = read(file, rows, ColumnSpec.of("V", type(to)));
        List<@Nullable Object> taken = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            Object value = row.getFirst();
            if (value == null || judge.apply(value, type(to))) {
                taken.add(value);
            }
        }
        List<String> differences = new ArrayList<>();
        if (taken.size() != read.size()) {
            differences.add("%s to %s: %s rows and not %s".formatted(from, to, read.size(), taken.size()));
        }
        for (int i = 0; i < Math.min(taken.size(), read.size()); i++) {
            BigDecimal expected = exact(taken.get(i));
            BigDecimal got = exact(read.get(i).getFirst());
            boolean same = switch (to) {
                case "float" -> expected == null || got == null || expected.floatValue() == got.floatValue();
                case "double" ->
                    expected == null || got == null || nearest(taken.get(i), expected) == got.doubleValue();
                default -> expected == null ? got == null : got != null && expected.compareTo(got) == 0;
            };
            if (!same) {
                differences.add("%s to %s: %s became %s".formatted(from, to, expected, got));
            }
        }
        return differences;
    }

    /// A float is a double already, whatever digits name it.
    private static double nearest(@Nullable Object value, BigDecimal digits) {
        return value instanceof Float real ? real.doubleValue() : digits.doubleValue();
    }

    @Test
    void numbersKeepTheirValueOrTheRecordIsBad() {
        for (String from : NUMBERS) {
            for (String to : NUMBERS) {
                assertThat(differences((value, other) -> takes(value, type(from), other), from, to))
                        .isEmpty();
            }
        }
    }

    /// The broken twin casts as expressions do, which drops fractions: the same comparison finds it.
    @Test
    void aTwinThatDropsFractionsIsFound() {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            found.addAll(differences((value, _) -> exact(value) != null, "decimal(5,2)", "int"));
        }
        assertThat(found).isNotEmpty();
    }

    @Test
    void nestedValuesBecomeJsonTextAndStructsAreFoundByName() {
        Schema file = Schema.of(
                new Field("l", type("array<struct<a:int,b:timestamp>>")),
                new Field("s", type("struct<X:int,y:string>")));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        rows.add(Values.row(List.of(Map.of("a", 1, "b", 1_000L)), Map.of("X", 7, "y", "gone")));
        assertThat(read(
                        file,
                        rows,
                        ColumnSpec.of("l", DataType.STRING),
                        ColumnSpec.of("s", type("struct<x:bigint,z:date>"))))
                .isEqualTo(List.of(Values.row(
                        "[{\"a\":1,\"b\":\"1970-01-01T00:00:00.001Z\"}]", Values.struct("x", 7L, "z", null))));
    }

    @ParameterizedTest
    @CsvSource({
        "string, date, dd.MM.yyyy, 24.12.2026, 20811",
        "string, timestamp, , 1970-01-01T00:00:00.000001Z, 1",
        "string, boolean, , yes, true",
        "string, 'decimal(5,1)', , 12.5, 12.5",
    })
    void textsAreReadAsTheColumnSays(String from, String to, @Nullable String format, String text, String expected) {
        Schema file = Schema.of(new Field("v", type(from)));
        ColumnSpec spec = new ColumnSpec("v", type(to), format, null, '.', List.of(), List.of());
        List<List<@Nullable Object>> read = read(file, List.of(Values.row(text), Values.row("no such value")), spec);
        assertThat(read).hasSize(1);
        assertThat(String.valueOf(read.getFirst().getFirst())).isEqualTo(expected);
        assertThat(bad).singleElement().satisfies(record -> {
            assertThat(record.recordNumber()).isEqualTo(2);
            assertThat(record.reason()).contains("'no such value'").contains(to);
            assertThat(new String(record.raw(), StandardCharsets.UTF_8)).isEqualTo("{\"v\":\"no such value\"}");
        });
    }

    @Test
    void countsAreTimesOnlyWhereTheFormatSaysWhatTheyCount() {
        Schema file = Schema.of(new Field("v", DataType.BIGINT));
        ColumnSpec millis = new ColumnSpec("v", DataType.TIMESTAMP, "epoch_millis", null, '.', List.of(), List.of());
        assertThat(read(file, List.of(Values.row(5L), Values.row(Long.MAX_VALUE)), millis))
                .isEqualTo(List.of(Values.row(5_000L)));
        assertThat(bad).hasSize(1);
        assertThatThrownBy(() -> read(file, List.of(), ColumnSpec.of("v", DataType.TIMESTAMP)))
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining("s3://b/k")
                .hasMessageContaining("epoch_millis");
    }

    @Test
    void aDateIsTheStartOfItsDayInTheZone() {
        Schema file = Schema.of(new Field("v", DataType.DATE));
        assertThat(read(file, List.of(Values.row(1)), ZoneId.of("Asia/Tokyo"), ColumnSpec.of("v", DataType.TIMESTAMP)))
                .isEqualTo(List.of(Values.row(15L * 3_600_000_000L)));
    }

    @Test
    void bytesThatAreNoUtf8AreNoText() {
        Schema file = Schema.of(new Field("v", DataType.BINARY));
        assertThat(read(
                        file,
                        List.of(
                                Values.row(ByteBuffer.wrap("ü".getBytes(StandardCharsets.UTF_8))),
                                Values.row(ByteBuffer.wrap(new byte[] {(byte) 0xC3}))),
                        ColumnSpec.of("v", DataType.STRING)))
                .isEqualTo(List.of(Values.row("ü")));
        assertThat(bad).singleElement().extracting(BadRecord::column).isEqualTo("v");
    }
}
