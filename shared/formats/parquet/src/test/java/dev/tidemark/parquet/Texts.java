package dev.tidemark.parquet;

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
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One canonical text of a value, from a vector and from what DuckDB's driver answers.
final class Texts {

    private Texts() {}

    static String of(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return "null";
        }
        return switch (vector) {
            case BooleanVector booleans -> String.valueOf(booleans.get(row));
            case IntVector ints ->
                ints.type() == DataType.Primitive.DATE
                        ? LocalDate.ofEpochDay(ints.get(row)).toString()
                        : String.valueOf(ints.get(row));
            case LongVector longs -> number(longs.type(), longs.get(row));
            case FloatVector floats -> String.valueOf(floats.get(row));
            case DoubleVector doubles -> String.valueOf(doubles.get(row));
            case DecimalVector decimals ->
                new BigDecimal(decimals.get(row), ((DataType.Decimal) decimals.type()).scale()).toPlainString();
            case BytesVector bytes ->
                bytes.type() == DataType.Primitive.BINARY
                        ? HexFormat.of().formatHex(bytes.get(row))
                        : '"' + bytes.text(row) + '"';
            case ArrayVector array ->
                IntStream.range(array.start(row), array.start(row) + array.length(row))
                        .mapToObj(i -> of(array.elements(), i))
                        .collect(Collectors.joining(",", "[", "]"));
            case MapVector map ->
                IntStream.range(map.start(row), map.start(row) + map.length(row))
                        .mapToObj(i -> map.keys().text(i) + "=" + of(map.values(), i))
                        .sorted()
                        .collect(Collectors.joining(",", "{", "}"));
            case StructVector struct ->
                struct.fields().stream().map(field -> of(field, row)).collect(Collectors.joining(",", "(", ")"));
        };
    }

    private static String number(DataType type, long value) {
        if (type instanceof DataType.Decimal decimal) {
            return new BigDecimal(BigInteger.valueOf(value), decimal.scale()).toPlainString();
        }
        return type == DataType.Primitive.TIMESTAMP
                ? Instant.EPOCH.plus(value, ChronoUnit.MICROS).toString()
                : String.valueOf(value);
    }

    static String of(@Nullable Object value) throws SQLException {
        return switch (value) {
            case null -> "null";
            case String text -> '"' + text + '"';
            case BigDecimal decimal -> decimal.toPlainString();
            case OffsetDateTime time -> time.toInstant().toString();
            case Blob blob -> HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case Array array -> all((Object[]) array.getArray()).collect(Collectors.joining(",", "[", "]"));
            case Struct struct -> all(struct.getAttributes()).collect(Collectors.joining(",", "(", ")"));
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + unchecked(entry.getValue()))
                        .sorted()
                        .collect(Collectors.joining(",", "{", "}"));
            default -> value.toString();
        };
    }

    private static Stream<String> all(@Nullable Object[] values) {
        return Stream.of(values).map(Texts::unchecked);
    }

    private static String unchecked(@Nullable Object value) {
        try {
            return of(value);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
