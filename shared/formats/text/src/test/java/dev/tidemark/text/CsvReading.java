package dev.tidemark.text;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.FormatOptions;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads CSV and shows what came of it as text: nulls as null, bad records with their place.
final class CsvReading {

    private final FormatOptions options;
    private List<ColumnSpec> columns = List.of();
    private ZoneId zone = ZoneOffset.UTC;
    private int bufferBytes = 1 << 16;
    private int batchRows = 100;

    final List<List<@Nullable String>> rows = new ArrayList<>();
    final List<BadRecord> bad = new ArrayList<>();
    final List<String> newFields = new ArrayList<>();
    final List<String> raws = new ArrayList<>();
    final List<Long> offsets = new ArrayList<>();
    final List<Long> numbers = new ArrayList<>();

    private CsvReading(FormatOptions options) {
        this.options = options;
    }

    static CsvReading with(String... options) {
        Map<String, String> map = new java.util.HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        return new CsvReading(new FormatOptions(map));
    }

    CsvReading text(String... names) {
        columns = Arrays.stream(names)
                .map(name -> ColumnSpec.of(name, DataType.STRING))
                .toList();
        return this;
    }

    CsvReading columns(ColumnSpec... specs) {
        columns = List.of(specs);
        return this;
    }

    CsvReading zone(String name) {
        zone = ZoneId.of(name);
        return this;
    }

    CsvReading buffer(int bytes, int maxRows) {
        bufferBytes = bytes;
        batchRows = maxRows;
        return this;
    }

    CsvReading read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    CsvReading read(byte[] bytes) throws IOException {
        return read(bytes, 0, ReadTask.END);
    }

    CsvReading read(byte[] bytes, long from, long to) throws IOException {
        ReadTask task = new ReadTask(new BytesInput(bytes, 61), from, to, columns, options, zone, newFields::add);
        try (CsvBatchReader reader = CsvBatchReader.open(task, bad::add, bufferBytes, batchRows)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                take(batch);
            }
        }
        return this;
    }

    private void take(Batch batch) {
        RowOrigin origin = java.util.Objects.requireNonNull(batch.origin());
        for (int row = 0; row < batch.rows(); row++) {
            List<@Nullable String> values = new ArrayList<>();
            for (ColumnVector column : batch.columns()) {
                values.add(column.isNull(row) ? null : show(column, row));
            }
            rows.add(values);
            raws.add(new String(origin.rawRecord(row), StandardCharsets.UTF_8));
            offsets.add(origin.offset()[row]);
            numbers.add(origin.recordNumber()[row]);
        }
    }

    static String show(ColumnVector column, int row) {
        return switch (column) {
            case BooleanVector v -> String.valueOf(v.get(row));
            case IntVector v ->
                v.type().equals(DataType.DATE)
                        ? LocalDate.ofEpochDay(v.values()[row]).toString()
                        : String.valueOf(v.values()[row]);
            case LongVector v -> show(v, row);
            case FloatVector v -> String.valueOf(v.get(row));
            case DoubleVector v -> String.valueOf(v.values()[row]);
            case DecimalVector v -> new BigDecimal(v.get(row), ((DataType.Decimal) v.type()).scale()).toPlainString();
            case BytesVector v -> v.text(row);
            default -> throw new IllegalArgumentException(column.type().toString());
        };
    }

    private static String show(LongVector column, int row) {
        long value = column.get(row);
        if (column.type() instanceof DataType.Decimal decimal) {
            return BigDecimal.valueOf(value, decimal.scale()).toPlainString();
        }
        return column.type().equals(DataType.TIMESTAMP)
                ? Instant.EPOCH.plus(value, ChronoUnit.MICROS).toString()
                : String.valueOf(value);
    }
}
