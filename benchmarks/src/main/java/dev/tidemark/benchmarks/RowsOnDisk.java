package dev.tidemark.benchmarks;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.local.LocalObjectStore;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Files of one format as Tidemark reads and writes them.
///
/// @param format  a job file's name of it
/// @param schema  the rows' columns
/// @param reading the source's formatOptions
/// @param writing the sink's
record RowsOnDisk(String format, Schema schema, Map<String, String> reading, Map<String, String> writing) {

    private static final Formats FORMATS = Formats.load();

    /// @param columns name and type of each
    static Schema schema(Map<String, String> columns) {
        return new Schema(columns.entrySet().stream()
                .map(column -> new Field(column.getKey(), DataTypeParser.parse(column.getValue())))
                .toList());
    }

    /// What is done with batches as they come.
    interface Taker {
        void take(Batch batch) throws IOException;
    }

    /// Reads all columns of all rows.
    ///
    /// @return how many rows
    long read(Path file, Taker taker) throws IOException {
        long rows = 0;
        try (ObjectInput input = new LocalObjectStore().open(file.toUri().toString(), null);
                BatchReader batches = FORMATS.reader(format).open(task(input), record -> {
                    throw new IllegalStateException(record.column() + ": " + record.reason());
                })) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                rows += batch.rows();
                taker.take(batch);
            }
        }
        return rows;
    }

    private ReadTask task(ObjectInput input) {
        List<ColumnSpec> columns = schema.fields().stream()
                .map(field -> ColumnSpec.of(field.name(), field.type()))
                .toList();
        return new ReadTask(input, 0, ReadTask.END, columns, new FormatOptions(reading), ZoneOffset.UTC, null);
    }

    /// The rows of a file, to be kept.
    List<Batch> batches(Path file) throws IOException {
        List<Batch> batches = new ArrayList<>();
        read(file, batch -> {
            int rows = batch.rows();
            Batch copy = batch.select(IntStream.range(0, rows).toArray(), rows);
            batches.add(new Batch(schema, copy.columns(), rows, null));
        });
        return batches;
    }

    void write(Path file, Stream<Batch> batches) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            FileWriter writer = FORMATS.writer(format).create(new StagedFile(out), schema, new FormatOptions(writing));
            for (Batch batch : (Iterable<Batch>) batches::iterator) {
                writer.append(batch, IntStream.range(0, batch.rows()).toArray(), batch.rows());
                // As the sink does, whose budget this would be.
                if (writer.bufferedBytes() > 128 << 20) {
                    writer.flush();
                }
            }
            writer.finish();
        }
    }

    private static final class StagedFile implements StagedOutput {

        private final OutputStream out;
        private long position;

        StagedFile(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            position += length;
        }

        @Override
        public long position() {
            return position;
        }
    }
}
