package dev.tidemark.text;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an object was read as: values as plain Java objects.
///
/// @param raws    bytes of each row's record, as text
/// @param notices what was told: `new x`, `unknown a.b`, `finer t`
public record FormatReading(
        List<List<@Nullable Object>> rows,
        List<BadRecord> bad,
        List<String> raws,
        List<Long> numbers,
        List<Long> offsets,
        List<String> notices) {

    /// Reads the whole object.
    public static FormatReading of(
            FormatReader format, ObjectInput input, Map<String, String> options, List<ColumnSpec> columns)
            throws IOException {
        return of(format, input, 0, ReadTask.END, options, columns);
    }

    public static FormatReading of(
            FormatReader format,
            ObjectInput input,
            long from,
            long to,
            Map<String, String> options,
            List<ColumnSpec> columns)
            throws IOException {
        FormatReading reading = new FormatReading(
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
                name -> reading.notices.add("new " + name),
                reading.new Told());
        try (BatchReader reader = format.open(task, reading.bad::add)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                reading.take(batch);
            }
        }
        return reading;
    }

    private final class Told implements ReadTask.Notices {
        @Override
        public void finerThanMicros(String column) {
            notices.add("finer " + column);
        }

        @Override
        public void unknownNestedField(String path) {
            notices.add("unknown " + path);
        }
    }

    /// `name type` each.
    public static List<ColumnSpec> specs(String... columns) {
        return Arrays.stream(columns)
                .map(column -> column.split(" ", 2))
                .map(parts -> ColumnSpec.of(parts[0], DataTypeParser.parse(parts[1])))
                .toList();
    }

    public static List<ColumnSpec> specs(Schema schema) {
        return schema.fields().stream()
                .map(field -> ColumnSpec.of(field.name(), field.type()))
                .toList();
    }

    /// The columns that a sample finds, each as `name type`.
    public static List<String> sampled(FormatReader format, ObjectInput input, Map<String, String> options)
            throws IOException {
        return named(format.sample(input, 1 << 20, new FormatOptions(options), Set.of()));
    }

    public static List<String> named(SampledSchema sample) {
        return sample.schema().fields().stream().map(FormatReading::named).toList();
    }

    private static String named(Field field) {
        return field.name() + " " + field.type();
    }

    private void take(Batch batch) {
        RowOrigin origin = Objects.requireNonNull(batch.origin());
        for (int row = 0; row < batch.rows(); row++) {
            rows.add(row(batch, row));
            raws.add(new String(origin.rawRecord(row), StandardCharsets.UTF_8));
            numbers.add(origin.recordNumber()[row]);
            offsets.add(origin.offset()[row]);
        }
    }

    public static List<@Nullable Object> row(Batch batch, int row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (ColumnVector column : batch.columns()) {
            values.add(JsonReading.value(column, row));
        }
        return values;
    }

    public List<String> reasons() {
        return bad.stream().map(BadRecord::reason).toList();
    }

    public List<String> badRaws() {
        return bad.stream()
                .map(record -> new String(record.raw(), StandardCharsets.UTF_8))
                .toList();
    }

    /// The first column's values.
    public List<@Nullable Object> values() {
        List<@Nullable Object> values = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            values.add(row.getFirst());
        }
        return values;
    }
}
