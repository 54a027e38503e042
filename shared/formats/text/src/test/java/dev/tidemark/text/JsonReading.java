package dev.tidemark.text;

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
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.StructVector;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a JSON object was read as: values as plain Java objects.
///
/// @param raws      bytes of each row's record, as text
/// @param numbers   record number of each row
/// @param newFields names that were reported
record JsonReading(
        List<List<@Nullable Object>> rows,
        List<BadRecord> bad,
        List<String> raws,
        List<Long> numbers,
        List<Long> offsets,
        List<String> newFields) {

    static JsonReading of(String text, String... columns) throws IOException {
        return of(text, Map.of(), columns);
    }

    static JsonReading of(String text, Map<String, String> options, String... columns) throws IOException {
        return of(BytesInput.of(text), 0, ReadTask.END, options, specs(columns));
    }

    static JsonReading of(ObjectInput input, long from, long to, Map<String, String> options, List<ColumnSpec> columns)
            throws IOException {
        JsonReading reading = new JsonReading(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        ReadTask task = new ReadTask(
                input,
                from,
                to,
                columns,
                new FormatOptions(options),
                ZoneId.of("Europe/Berlin"),
                reading.newFields::add);
        try (BatchReader reader = new JsonFormat().open(task, reading.bad::add)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                reading.take(batch);
            }
        }
        return reading;
    }

    /// `name type` each.
    static List<ColumnSpec> specs(String... columns) {
        return java.util.Arrays.stream(columns)
                .map(column -> column.split(" ", 2))
                .map(parts -> ColumnSpec.of(parts[0], DataTypeParser.parse(parts[1])))
                .toList();
    }

    private void take(Batch batch) {
        RowOrigin origin = Objects.requireNonNull(batch.origin());
        for (int row = 0; row < batch.rows(); row++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (ColumnVector column : batch.columns()) {
                values.add(value(column, row));
            }
            rows.add(values);
            raws.add(new String(origin.rawRecord(row), StandardCharsets.UTF_8));
            numbers.add(origin.recordNumber()[row]);
            offsets.add(origin.offset()[row]);
        }
    }

    List<String> reasons() {
        return bad.stream().map(BadRecord::reason).toList();
    }

    List<String> badRaws() {
        return bad.stream()
                .map(record -> new String(record.raw(), StandardCharsets.UTF_8))
                .toList();
    }

    /// The first column's values.
    List<@Nullable Object> values() {
        List<@Nullable Object> values = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            values.add(row.getFirst());
        }
        return values;
    }

    static @Nullable Object value(ColumnVector column, int row) {
        if (column.isNull(row)) {
            return null;
        }
        return switch (column) {
            case BooleanVector booleans -> booleans.get(row);
            case IntVector ints ->
                ints.type().equals(DataType.DATE) ? LocalDate.ofEpochDay(ints.get(row)) : (Object) ints.get(row);
            case LongVector longs -> ofLong(longs, row);
            case FloatVector floats -> floats.get(row);
            case DoubleVector doubles -> doubles.get(row);
            case DecimalVector decimals ->
                new BigDecimal(decimals.get(row), ((DataType.Decimal) decimals.type()).scale());
            case BytesVector bytes ->
                bytes.type().equals(DataType.BINARY)
                        ? "b64:" + Base64.getEncoder().encodeToString(bytes.get(row))
                        : bytes.text(row);
            case ArrayVector arrays -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (int i = arrays.start(row); i < arrays.start(row) + arrays.length(row); i++) {
                    elements.add(value(arrays.elements(), i));
                }
                yield elements;
            }
            case MapVector maps -> {
                Map<String, @Nullable Object> entries = new LinkedHashMap<>();
                for (int i = maps.start(row); i < maps.start(row) + maps.length(row); i++) {
                    entries.put(maps.keys().text(i), value(maps.values(), i));
                }
                yield entries;
            }
            case StructVector structs -> {
                List<@Nullable Object> fields = new ArrayList<>();
                for (ColumnVector field : structs.fields()) {
                    fields.add(value(field, row));
                }
                yield fields;
            }
        };
    }

    private static Object ofLong(LongVector longs, int row) {
        if (longs.type() instanceof DataType.Decimal decimal) {
            return BigDecimal.valueOf(longs.get(row), decimal.scale());
        }
        return longs.type().equals(DataType.TIMESTAMP)
                ? Instant.EPOCH
                        .plus(longs.get(row), ChronoUnit.MICROS)
                        .atOffset(ZoneOffset.UTC)
                        .toInstant()
                : (Object) longs.get(row);
    }
}
