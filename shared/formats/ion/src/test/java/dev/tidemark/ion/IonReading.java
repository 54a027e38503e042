package dev.tidemark.ion;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.MemoryOutput;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads objects and keeps what was told about them.
final class IonReading implements ReadTask.Notices {

    static final String LOCATION = "s3://b/f.ion";
    private static final int PIECE_BYTES = 777;

    private final List<BadRecord> bad = new ArrayList<>();
    private final List<String> finer = new ArrayList<>();
    private final List<byte[]> raw = new ArrayList<>();
    private FormatOptions options = FormatOptions.NONE;
    private long duplicates;
    private long annotations;

    /// Forgets what was told.
    IonReading with(String option, String value) {
        options = new FormatOptions(Map.of(option, value));
        bad.clear();
        finer.clear();
        duplicates = 0;
        annotations = 0;
        return this;
    }

    List<BadRecord> bad() {
        return bad;
    }

    List<String> finer() {
        return finer;
    }

    /// The records of the rows that were read last.
    List<byte[]> raw() {
        return raw;
    }

    long duplicates() {
        return duplicates;
    }

    long annotations() {
        return annotations;
    }

    List<List<@Nullable Object>> read(byte[] file, Schema schema) throws IOException {
        List<ColumnSpec> columns = schema.fields().stream()
                .map(field -> ColumnSpec.of(field.name(), field.type()))
                .toList();
        // Not the zone of times without an offset: that is UTC.
        ReadTask task = new ReadTask(
                new MemoryInput(LOCATION, file, PIECE_BYTES),
                0,
                ReadTask.END,
                columns,
                options,
                ZoneId.of("Asia/Kolkata"),
                null,
                this);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        raw.clear();
        try (BatchReader batches = new IonFormatReader().open(task, bad::add)) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                rows.addAll(Values.rows(batch));
                for (int row = 0; row < batch.rows() && batch.origin() != null; row++) {
                    raw.add(batch.origin().rawRecord(row));
                }
            }
        }
        return rows;
    }

    private SampledSchema sample(byte[] file) throws IOException {
        return new IonFormatReader().sample(new MemoryInput(LOCATION, file, PIECE_BYTES), 1 << 20, options, Set.of());
    }

    Schema sampled(byte[] file) throws IOException {
        return sample(file).schema();
    }

    Set<String> nullOnly(byte[] file) throws IOException {
        return sample(file).nullOnly();
    }

    byte[] written(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        MemoryOutput output = new MemoryOutput();
        FileWriter file = new IonFormatWriter().create(output, schema, options);
        file.append(Values.batch(schema, rows), IntStream.range(0, rows.size()).toArray(), rows.size());
        file.finish();
        return output.toBytes();
    }

    @Override
    public void finerThanMicros(String column) {
        finer.add(column);
    }

    @Override
    public void duplicateKeys(long count) {
        duplicates += count;
    }

    @Override
    public void annotations(long count) {
        annotations += count;
    }
}
