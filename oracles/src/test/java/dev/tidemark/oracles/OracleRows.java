package dev.tidemark.oracles;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Typed rows with nulls and extremes, and how a value is written in the corpus.
final class OracleRows {

    static final StructType SCHEMA = StructType.fromDDL("flag boolean, small tinyint, num int, big bigint, dbl double, "
            + "price decimal(12,2), wide decimal(38,10), txt string, name string, day date, at timestamp");

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "abc",
            "Abc",
            "12",
            "-7",
            " 42 ",
            "3.14",
            "1e3",
            "true",
            "no",
            "a,b,,c",
            "Ärger",
            "ß",
            "日本語",
            "😀 smile",
            "2024-02-29",
            "2023-02-29",
            "1999-12-31 23:59:59",
            "2001/02/14 15:12",
            "it's",
            "x%y_z",
            "back\\slash",
            "tab\tnew\nline",
            "9999999999999999999",
            "127",
            "2147483648",
            "NaN",
            "null");

    private OracleRows() {}

    static Row draw(RandomGenerator random) {
        return RowFactory.create(
                orNull(random, random.nextBoolean()),
                orNull(
                        random,
                        pick(
                                random,
                                List.<Byte>of(
                                        (byte) 0, (byte) 1, (byte) -1, (byte) 5, Byte.MAX_VALUE, Byte.MIN_VALUE))),
                orNull(
                        random,
                        random.nextInt(3) == 0
                                ? pick(random, List.of(0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1_700_000_000))
                                : random.nextInt(-1000, 5000)),
                orNull(
                        random,
                        random.nextInt(3) == 0
                                ? pick(random, List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 253402300799L))
                                : random.nextLong(-1_000_000, 10_000_000_000L)),
                orNull(
                        random,
                        random.nextInt(3) == 0
                                ? pick(
                                        random,
                                        List.of(
                                                0.0,
                                                -0.0,
                                                Double.NaN,
                                                Double.POSITIVE_INFINITY,
                                                1e-7,
                                                Double.MAX_VALUE,
                                                0.1,
                                                -2.5))
                                : Math.round(random.nextDouble(-1e4, 1e4) * 64) / 64.0),
                orNull(
                        random,
                        random.nextInt(4) == 0
                                ? pick(
                                        random,
                                        List.of(
                                                new BigDecimal("9999999999.99"),
                                                new BigDecimal("-9999999999.99"),
                                                new BigDecimal("0.00")))
                                : BigDecimal.valueOf(random.nextLong(-100_000, 1_000_000), 2)),
                orNull(
                        random,
                        random.nextInt(4) == 0
                                ? pick(
                                        random,
                                        List.of(
                                                new BigDecimal("9999999999999999999999999999.9999999999"),
                                                new BigDecimal("0.0000000001")))
                                : BigDecimal.valueOf(random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L), 10)),
                orNull(random, pick(random, TEXTS)),
                orNull(random, pick(random, TEXTS)),
                orNull(
                        random,
                        random.nextInt(3) == 0
                                ? pick(
                                        random,
                                        List.of(
                                                LocalDate.of(1, 1, 1),
                                                LocalDate.of(9999, 12, 31),
                                                LocalDate.EPOCH,
                                                LocalDate.of(2024, 2, 29),
                                                LocalDate.of(1900, 3, 1)))
                                : LocalDate.ofEpochDay(random.nextInt(-20_000, 30_000))),
                orNull(
                        random,
                        random.nextInt(3) == 0
                                ? pick(
                                        random,
                                        List.of(
                                                Instant.parse("0001-01-01T00:00:00Z"),
                                                Instant.parse("9999-12-31T23:59:59.999999Z"),
                                                Instant.EPOCH,
                                                Instant.parse("1969-12-31T23:59:59.999999Z"),
                                                Instant.parse("2024-02-29T23:59:59Z")))
                                : Instant.ofEpochSecond(
                                        random.nextInt(-1_000_000_000, 2_000_000_000),
                                        random.nextInt(1_000_000) * 1000L)));
    }

    /// Writes a value as the corpus has it: `\N` for null, timestamps in microseconds, texts with `\t \n \r \\`
    /// escaped.
    static String write(@Nullable Object value) {
        return switch (value) {
            case null -> "\\N";
            case BigDecimal decimal -> decimal.toPlainString();
            case Instant instant ->
                Long.toString(Math.addExact(
                        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000));
            case String text ->
                text.replace("\\", "\\\\")
                        .replace("\t", "\\t")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r");
            case LocalDate date -> date.toString();
            case Boolean bool -> bool.toString();
            case Number number -> number.toString();
            default ->
                throw new IllegalStateException(
                        "No text for " + value.getClass().getName().toLowerCase(Locale.ROOT));
        };
    }

    static List<String> write(Row row) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            values.add(write(row.get(i)));
        }
        return values;
    }

    private static <T> @Nullable T orNull(RandomGenerator random, T value) {
        return random.nextInt(8) == 0 ? null : value;
    }

    private static <T> T pick(RandomGenerator random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
