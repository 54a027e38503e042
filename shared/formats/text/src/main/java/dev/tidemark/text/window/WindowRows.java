package dev.tidemark.text.window;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.RawRecords;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.ReadTask;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The batch that a reader fills, with the place of each of its rows in the window, and the numbers of the object's
/// records.
public final class WindowRows {

    private static final int MAX_ROWS = 4096;
    private static final int BATCH_BYTES = 512 << 10;

    private final ReadTask task;
    private final BadRecords bad;
    private final RecordWindow window;
    private final Schema schema;
    private final List<ColumnVector> vectors;

    private long[] numbers = new long[256];
    private long[] offsets = new long[256];
    private int[] lengths = new int[256];
    private int size;
    private long recordNumber;

    public WindowRows(ReadTask task, BadRecords bad, RecordWindow window) {
        this.task = task;
        this.bad = bad;
        this.window = window;
        this.schema = new Schema(task.columns().stream()
                .map(column -> new Field(column.name(), column.type()))
                .toList());
        this.vectors = schema.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
    }

    public Schema schema() {
        return schema;
    }

    /// One of each column, to be filled up to row [#size()] before [#take(long, long)].
    public List<ColumnVector> vectors() {
        return vectors;
    }

    public int size() {
        return size;
    }

    /// How many records of the object were taken or rejected.
    public long recordNumber() {
        return recordNumber;
    }

    /// Begins the next batch.
    public void clear() {
        vectors.forEach(ColumnVector::clear);
        size = 0;
    }

    /// @param position of what is read next
    public boolean isFull(long position) {
        return size >= MAX_ROWS || (size > 0 && position - offsets[0] >= BATCH_BYTES);
    }

    /// Takes the row whose values the vectors got, and whose record stands in `start` to `end`.
    public void take(long start, long end) {
        if (size == offsets.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
            offsets = Arrays.copyOf(offsets, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
        }
        recordNumber++;
        numbers[size] = task.whole() ? recordNumber : 0;
        offsets[size] = start;
        lengths[size] = (int) (end - start);
        size++;
    }

    /// Forgets what the vectors got of a row that is not taken.
    public void takeBack() {
        takeBack(size, recordNumber);
    }

    /// Takes back all rows but the first `newSize`.
    public void takeBack(int newSize, long newRecordNumber) {
        vectors.forEach(vector -> vector.truncate(newSize));
        size = newSize;
        recordNumber = newRecordNumber;
    }

    /// @param raw the record's bytes, or the first of them
    public void reject(long start, @Nullable String column, String reason, byte[] raw) {
        recordNumber++;
        bad.reject(new BadRecord(
                task.input().location(),
                task.input().etag(),
                start,
                task.whole() ? recordNumber : 0,
                column,
                reason,
                raw));
    }

    /// The batch, or null when it has no row. It is good until the window moves.
    public @Nullable Batch batch() {
        if (size == 0) {
            return null;
        }
        int[] starts = new int[size];
        for (int i = 0; i < size; i++) {
            starts[i] = window.index(offsets[i]);
        }
        RowOrigin origin = new RowOrigin(
                task.input().location(),
                task.input().etag(),
                numbers,
                offsets,
                new RawRecords.Bytes(window.array(), starts, lengths));
        return new Batch(schema, vectors, size, origin);
    }
}
