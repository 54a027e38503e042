package dev.tidemark.expression;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Rows with nulls and extremes, as plain objects for the oracle and as a batch for the expression.
record RandomRow(@Nullable Object... values) {

    static final Schema SCHEMA = Schema.of(
            new Field("b", DataType.BOOLEAN),
            new Field("i", DataType.INT),
            new Field("j", DataType.INT),
            new Field("l", DataType.BIGINT),
            new Field("d", DataType.DOUBLE),
            new Field("m", DataType.decimal(10, 2)),
            new Field("w", DataType.decimal(30, 4)),
            new Field("s", DataType.STRING),
            new Field("r", DataType.STRING),
            new Field("t", DataType.DATE),
            new Field("ts", DataType.TIMESTAMP));

    private static final int[] INTS = {0, 1, -1, 2, 7, 12, 100, -100, Integer.MAX_VALUE, Integer.MIN_VALUE, 2026};
    private static final long[] LONGS = {0, 1, -1, 5, 1_000_000, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40};
    private static final double[] DOUBLES = {0, -0.0, 1, -1.5, 0.1, 1e300, Double.NaN, Double.POSITIVE_INFINITY, 3e-10};
    private static final String[] CENTS = {"0.00", "0.01", "-0.01", "1.00", "12.34", "99999999.99", "-99999999.99"};
    private static final String[] WIDE = {
        "0.0000", "1.0000", "-7.2500", "99999999999999999999999999.9999", "0.0001", "12345678901234567890.5000"
    };
    private static final String[] TEXTS = {
        "",
        " ",
        "a",
        "A",
        "ab%",
        "a_b",
        "  pad ",
        "12",
        "-3",
        " 7 ",
        "1.5",
        "true",
        "2026-02-28",
        "2026-02-30",
        "äöü",
        "x😀y",
        "2147483648",
        "O'Brien",
        "null",
        "2026-01-02 03:04:05.6"
    };
    private static final String[] DAYS = {
        "1970-01-01", "2024-02-29", "2026-12-31", "1900-03-01", "9999-12-31", "0001-01-01"
    };
    private static final long[] TIMES = {0, -1, 1_700_000_000_123_456L, -62_135_596_800_000_000L, 1_772_000_000_000_000L
    };

    static RandomRow next(RandomGenerator random) {
        @Nullable
        Object[] values = {
            random.nextBoolean(),
            (long) (random.nextInt(3) == 0 ? random.nextInt() : INTS[random.nextInt(INTS.length)]),
            (long) random.nextInt(-5, 40),
            random.nextInt(3) == 0 ? random.nextLong() : LONGS[random.nextInt(LONGS.length)],
            random.nextInt(3) == 0 ? random.nextInt(-1000, 1000) / 8.0 : DOUBLES[random.nextInt(DOUBLES.length)],
            random.nextInt(3) == 0
                    ? BigDecimal.valueOf(random.nextLong(-9_999_999_999L, 9_999_999_999L), 2)
                    : new BigDecimal(CENTS[random.nextInt(CENTS.length)]),
            new BigDecimal(WIDE[random.nextInt(WIDE.length)]),
            TEXTS[random.nextInt(TEXTS.length)],
            TEXTS[random.nextInt(TEXTS.length)],
            random.nextInt(3) == 0
                    ? LocalDate.ofEpochDay(random.nextInt(-30_000, 40_000))
                    : LocalDate.parse(DAYS[random.nextInt(DAYS.length)]),
            TIMES[random.nextInt(TIMES.length)]
        };
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(6) == 0 ? null : values[i];
        }
        return new RandomRow(values);
    }

    @Nullable
    Object value(String column) {
        return values[SCHEMA.indexOf(column)];
    }

    static Batch batch(List<RandomRow> rows) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < SCHEMA.size(); i++) {
            ColumnVector column = ColumnVector.of(SCHEMA.field(i).type());
            for (RandomRow row : rows) {
                append(row.values[i], column);
            }
            columns.add(column);
        }
        return new Batch(SCHEMA, columns, rows.size(), null);
    }

    private static void append(@Nullable Object value, ColumnVector column) {
        switch (value) {
            case null -> column.appendNull();
            case Boolean b -> ((BooleanVector) column).append(b);
            case Double d -> ((DoubleVector) column).append(d);
            case String text -> ((BytesVector) column).append(text);
            case LocalDate date -> ((IntVector) column).append((int) date.toEpochDay());
            case BigDecimal decimal -> Decimals.append(decimal.unscaledValue(), column);
            case Long number when column instanceof IntVector ints -> ints.append(number.intValue());
            case Long number -> ((LongVector) column).append(number);
            default -> throw new IllegalStateException(value.toString());
        }
    }

    @Override
    public String toString() {
        return SCHEMA.names() + " = " + Arrays.toString(values);
    }
}
