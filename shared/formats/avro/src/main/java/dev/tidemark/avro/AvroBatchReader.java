package dev.tidemark.avro;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Field;
import dev.tidemark.reading.FileColumns;
import dev.tidemark.reading.RowProblems;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/// The blocks of a file that start in a range, as batches.
final class AvroBatchReader implements BatchReader {

    private static final int MOST_ROWS = 4096;
    private static final int MOST_BYTES = 8 << 20;
    /// Of one block, where nothing but their number says how many there are.
    private static final int MOST_EMPTY_RECORDS = 1 << 20;

    private final ReadTask task;
    private final BadRecords bad;
    private final ContainerFile file;
    private final FileColumns columns;
    private final List<ColumnVector> vectors;
    private final Decoder decoder;
    private final long leastBytes;
    private final RowProblems problems = new RowProblems();
    private final AvroBytes bytes = new AvroBytes();
    private final long[] numbers = new long[MOST_ROWS];
    private final long[] offsets = new long[MOST_ROWS];
    private long left;
    private long records;
    private int rows;

    AvroBatchReader(ReadTask task, BadRecords bad) throws IOException {
        this.task = task;
        this.bad = bad;
        this.file = ContainerFile.open(task.input());
        try {
            List<Field> fields = AvroTypes.columns(task.input().location(), file.schema(), new HashSet<>());
            this.columns = FileColumns.of(fields, task);
            this.vectors = columns.decoded().fields().stream()
                    .map(field -> ColumnVector.of(field.type()))
                    .toList();
            this.decoder = decoder(file.schema());
            this.leastBytes = Decoders.leastBytes(file.schema());
            file.seek(task.from());
        } catch (RuntimeException | IOException unread) {
            file.close();
            throw unread;
        }
    }

    private Decoder decoder(Schema schema) {
        Times times = new Times(task.timezone(), task.notices()::finerThanMicros);
        Decoders decoders = new Decoders((path, reason) -> problems.add(rows, path, reason), times);
        if (schema.getType() == Schema.Type.RECORD) {
            return decoders.record(schema, columns.decoded().fields(), vectors, "");
        }
        return vectors.isEmpty() ? Decoders.skip(schema) : decoders.of(schema, vectors.getFirst(), AvroTypes.VALUE);
    }

    @Override
    public @Nullable Batch next() throws IOException {
        while (true) {
            begin();
            fill();
            if (rows == 0) {
                return null;
            }
            Batch batch = columns.batch(
                    vectors, rows, Arrays.copyOf(numbers, rows), Arrays.copyOf(offsets, rows), problems, bad);
            if (batch != null) {
                return batch;
            }
        }
    }

    private void begin() {
        rows = 0;
        problems.clear();
        vectors.forEach(ColumnVector::clear);
    }

    private void fill() throws IOException {
        int before = bytes.position();
        long read = 0;
        while (rows < MOST_ROWS && read < MOST_BYTES) {
            if (left == 0) {
                read += bytes.position() - before;
                if (!nextBlock()) {
                    return;
                }
                before = 0;
                continue;
            }
            try {
                bytes.beginRecord();
                decoder.next(bytes);
            } catch (DamagedBlockException damaged) {
                throw damaged(String.valueOf(damaged.getMessage()), damaged);
            }
            records++;
            numbers[rows] = task.whole() ? records : 0;
            offsets[rows] = file.blockStart();
            rows++;
            left--;
            if (left == 0 && bytes.remaining() > 0) {
                throw damaged("it holds more than the records it claims", null);
            }
            // Values that take no byte in the file (null, empty records) take some here.
            if (bytes.position() - before > MOST_BYTES || (rows % 64 == 0 && decodedBytes() > 4L * MOST_BYTES)) {
                return;
            }
        }
    }

    private long decodedBytes() {
        long decoded = 0;
        for (ColumnVector vector : vectors) {
            decoded += vector.valueBytes();
        }
        return decoded;
    }

    private boolean nextBlock() throws IOException {
        ContainerFile.Block block = file.next(task.to());
        if (block == null) {
            return false;
        }
        long most = leastBytes == 0 ? MOST_EMPTY_RECORDS : block.data().length / leastBytes;
        if (block.records() > most) {
            throw damaged("it claims " + block.records() + " records", null);
        }
        if (block.records() == 0 && block.data().length > 0) {
            throw damaged("it holds more than the records it claims", null);
        }
        bytes.reset(block.data(), block.data().length);
        left = block.records();
        return true;
    }

    private RuntimeException damaged(String reason, @Nullable Throwable cause) {
        return file.damaged("the block at byte " + file.blockStart() + ": " + reason, cause);
    }

    @Override
    public void close() {
        file.close();
    }
}
