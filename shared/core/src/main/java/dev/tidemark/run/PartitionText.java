package dev.tidemark.run;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Values of partition columns as the text that Hive, Glue and Athena know them by.
final class PartitionText {

    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .toFormatter(Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private PartitionText() {}

    /// The raw (unescaped) text of the value at `row`; null for null and for empty text.
    static @Nullable String of(ColumnVector column, int row) {
        if (column.isNull(row)) {
            return null;
        }
        return switch (column) {
            case BooleanVector booleans -> String.valueOf(booleans.get(row));
            case IntVector ints ->
                ints.type().equals(DataType.DATE)
                        ? LocalDate.ofEpochDay(ints.get(row)).toString()
                        : String.valueOf(ints.get(row));
            case LongVector longs -> text(longs, row);
            case DecimalVector decimals -> decimal(decimals.type(), decimals.get(row));
            case BytesVector bytes -> bytes.length(row) == 0 ? null : bytes.text(row);
            case FloatVector _, DoubleVector _, ArrayVector _, MapVector _, StructVector _ ->
                throw new IllegalArgumentException(column.type() + " cannot be a partition key");
        };
    }

    private static String text(LongVector longs, int row) {
        long value = longs.get(row);
        if (longs.type() instanceof DataType.Decimal) {
            return decimal(longs.type(), BigInteger.valueOf(value));
        }
        if (longs.type().equals(DataType.TIMESTAMP)) {
            return TIMESTAMP.format(
                    Instant.ofEpochSecond(Math.floorDiv(value, 1_000_000L), Math.floorMod(value, 1_000_000L) * 1_000L));
        }
        return String.valueOf(value);
    }

    private static String decimal(DataType type, BigInteger unscaled) {
        return new BigDecimal(unscaled, ((DataType.Decimal) type).scale()).toPlainString();
    }
}
