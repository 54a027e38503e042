package dev.tidemark.text;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.RawRecords;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Batches of a CSV object or a range of it.
///
/// Each call finds the fields of some thousand records that lie in the buffer ([CsvIndex]), then parses
/// column by column. Records that turn out wrong are reported in the order of the file and left out of the
/// batch.
final class CsvBatchReader implements BatchReader {

    private static final int RAW_SHOWN_BYTES = 64 << 10;
    /// Fields whose places are kept at a time, eight bytes each.
    private static final int MOST_FIELDS = 1 << 22;

    private final ReadTask task;
    private final BadRecords bad;
    private final CsvOptions options;
    private final CsvBuffer buffer;
    private final CsvIndex index;
    private final CsvLayout layout;
    private final Schema schema;
    private final List<CsvColumn> columns = new ArrayList<>();
    private final List<ColumnVector> vectors = new ArrayList<>();
    private final boolean[] present;
    private final long to;
    private final boolean numbered;
    private final int maxRows;

    private final long[] numbers;
    private final long[] offsets;
    private final int[] starts;
    private final int[] lengths;
    private final List<Wrong> wrong = new ArrayList<>();

    private int rows;
    private long recordNumber;
    private boolean done;

    /// A record to be rejected: its place, and its row where its values were being read.
    private record Wrong(
            int row,
            long number,
            long offset,
            int start,
            int length,
            @Nullable String column,
            String reason) {}

    private CsvBatchReader(
            ReadTask task, long stop, BadRecords bad, CsvOptions options, CsvSource source, int mostRows) {
        this.task = task;
        this.bad = bad;
        this.options = options;
        this.buffer = source.buffer();
        this.index = source.index();
        this.to = Math.min(stop, source.to());
        this.numbered = task.from() == 0;
        this.maxRows = Math.clamp(MOST_FIELDS / Math.max(1, task.columns().size()), 1, mostRows);
        this.layout = CsvLayout.of(task, source.preamble());
        this.schema = new Schema(task.columns().stream()
                .map(spec -> new Field(spec.name(), spec.type()))
                .toList());
        task.columns().forEach(spec -> columns.add(CsvColumns.of(spec, options, task.timezone())));
        columns.forEach(column -> vectors.add(column.vector()));
        this.present = new boolean[columns.size()];
        for (int slot : layout.slotOfField()) {
            if (slot >= 0) {
                present[slot] = true;
            }
        }
        index.columns(layout.slotOfField(), columns.size(), maxRows);
        numbers = new long[maxRows];
        offsets = new long[maxRows];
        starts = new int[maxRows];
        lengths = new int[maxRows];
    }

    /// @param bufferBytes how much of the object is in memory at first; grows with the longest record
    /// @param maxRows     most rows of a batch
    static CsvBatchReader open(ReadTask task, BadRecords bad, int bufferBytes, int maxRows) throws IOException {
        return open(task, ReadTask.END, bad, bufferBytes, maxRows);
    }

    /// @param stop no record that starts at or after this offset of the decoded object is read, compressed or
    ///             not
    static CsvBatchReader open(ReadTask task, long stop, BadRecords bad, int bufferBytes, int maxRows)
            throws IOException {
        CsvOptions options = CsvOptions.of(task.options());
        CsvSource source = CsvSource.open(task, options, bufferBytes);
        boolean opened = false;
        try {
            CsvBatchReader reader = new CsvBatchReader(task, stop, bad, options, source, maxRows);
            opened = true;
            return reader;
        } finally {
            if (!opened) {
                source.buffer().close();
            }
        }
    }

    @Override
    public @Nullable Batch next() throws IOException {
        while (!done) {
            rows = 0;
            wrong.clear();
            vectors.forEach(ColumnVector::clear);
            if (buffer.isMostlyTaken() && !buffer.last()) {
                buffer.refill();
            }
            boolean starved = find();
            if (rows == 0 && wrong.isEmpty()) {
                if (starved && !skipTooLong()) {
                    buffer.refill();
                }
                continue;
            }
            parse();
            Batch batch = rejectAndSelect();
            if (batch != null) {
                return batch;
            }
        }
        return null;
    }

    /// Finds records until the batch is full or the buffer is used up.
    ///
    /// @return whether the next record needs more of the input
    private boolean find() throws IOException {
        index.buffer(buffer.bytes(), buffer.limit(), buffer.last());
        boolean blankIsRecord = layout.expectedFields() == 1;
        byte[] bytes = buffer.bytes();
        int limit = buffer.limit();
        int at = buffer.position();
        boolean starved = false;
        while (rows < maxRows && wrong.size() < maxRows) {
            if (at >= limit) {
                done = buffer.last();
                starved = !done;
                break;
            }
            if (buffer.offsetOf(at) >= to) {
                done = true;
                break;
            }
            boolean blank = !blankIsRecord && (bytes[at] == '\n' || bytes[at] == '\r');
            int next = index.record(at, rows);
            if (next == CsvIndex.INCOMPLETE) {
                starved = true;
                break;
            }
            if (!blank) {
                recordNumber++;
                if (index.recordEnd() - at > options.maxRecordBytes()) {
                    // Taken care of by skipTooLong, whose way on does not depend on how much is in the buffer.
                    recordNumber--;
                    starved = true;
                    break;
                }
                take(at, index.recordEnd());
            }
            at = next;
        }
        buffer.position(at);
        return starved;
    }

    private void take(int start, int end) {
        String reason = problem();
        long number = numbered ? recordNumber : 0;
        if (reason != null) {
            wrong.add(new Wrong(-1, number, buffer.offsetOf(start), start, end - start, null, reason));
            return;
        }
        for (int field = index.fields(); field < layout.expectedFields(); field++) {
            int slot = layout.slotOfField()[field];
            if (slot >= 0) {
                index.starts()[slot * maxRows + rows] = 0;
                index.ends()[slot * maxRows + rows] = 0;
            }
        }
        numbers[rows] = number;
        offsets[rows] = buffer.offsetOf(start);
        starts[rows] = start;
        lengths[rows] = end - start;
        rows++;
    }

    private @Nullable String problem() {
        return switch (index.problem()) {
            case QUOTE_OPEN_AT_LINE_END ->
                "the quote that opens field " + index.fields()
                        + " is not closed at the end of the line; if fields may hold"
                        + " line breaks, set multiLine: true";
            case QUOTE_OPEN_AT_END ->
                "the quote that opens field " + index.fields() + " is never closed"
                        + (options.multiLine() ? "" : "; if fields may hold line breaks, set multiLine: true");
            case TEXT_AFTER_QUOTE ->
                "text follows a closing quote; a quote in a quoted field is written twice"
                        + (options.escapes() ? " or behind the escaper" : ", or set escaper");
            case NONE -> fieldCountProblem();
        };
    }

    private @Nullable String fieldCountProblem() {
        int fields = index.fields();
        int expected = layout.expectedFields();
        if (fields == expected || (fields < expected && options.padded())) {
            return null;
        }
        return "it has " + fields + (fields == 1 ? " field" : " fields") + " instead of " + expected
                + (fields < expected ? "; columns: pad would fill it up with nulls" : "");
    }

    /// Rejects the record at the position when it is longer than allowed.
    ///
    /// Reading goes on behind the first line end after the longest allowed length, however much of it is in
    /// memory.
    private boolean skipTooLong() throws IOException {
        int start = buffer.position();
        int max = options.maxRecordBytes();
        if (buffer.limit() - start <= max) {
            return false;
        }
        recordNumber++;
        BadRecord record = new BadRecord(
                task.input().location(),
                task.input().etag(),
                buffer.offsetOf(start),
                numbered ? recordNumber : 0,
                null,
                "it is longer than " + max + " bytes (its beginning is shown); check quoteChar and multiLine, or raise"
                        + " maxRecordSize",
                Arrays.copyOfRange(buffer.bytes(), start, start + Math.min(max, RAW_SHOWN_BYTES)));
        buffer.position(start + max);
        buffer.skipLine();
        bad.reject(record);
        return true;
    }

    private void parse() {
        boolean nonAscii = index.takeNonAscii();
        for (int slot = 0; slot < columns.size(); slot++) {
            CsvColumn column = columns.get(slot);
            if (present[slot]) {
                column.parse(
                        buffer.bytes(),
                        index.starts(),
                        index.ends(),
                        slot * maxRows,
                        rows,
                        nonAscii,
                        (row, name, reason) -> wrong.add(
                                new Wrong(row, numbers[row], offsets[row], starts[row], lengths[row], name, reason)));
            } else {
                for (int row = 0; row < rows; row++) {
                    column.vector().appendNull();
                }
            }
        }
    }

    private @Nullable Batch rejectAndSelect() {
        RowOrigin origin = new RowOrigin(
                task.input().location(),
                task.input().etag(),
                numbers,
                offsets,
                new RawRecords.Bytes(buffer.bytes(), starts, lengths));
        if (wrong.isEmpty()) {
            return new Batch(schema, vectors, rows, origin);
        }
        // Stable: of several wrong values of a record the one in the first column is named.
        List<Wrong> inOrder = new ArrayList<>(wrong);
        inOrder.sort(Comparator.comparingInt(Wrong::start));
        wrong.clear();
        boolean[] rejected = new boolean[rows];
        int before = -1;
        for (Wrong record : inOrder) {
            if (record.row() >= 0) {
                rejected[record.row()] = true;
            }
            if (record.start() != before) {
                before = record.start();
                reject(record);
            }
        }
        int[] good = new int[rows];
        int count = 0;
        for (int row = 0; row < rows; row++) {
            if (!rejected[row]) {
                good[count++] = row;
            }
        }
        if (count == 0) {
            return null;
        }
        Batch all = new Batch(schema, vectors, rows, origin);
        return count == rows ? all : all.select(good, count);
    }

    private void reject(Wrong record) {
        bad.reject(new BadRecord(
                task.input().location(),
                task.input().etag(),
                record.offset(),
                record.number(),
                record.column(),
                record.reason(),
                Arrays.copyOfRange(buffer.bytes(), record.start(), record.start() + record.length())));
    }

    @Override
    public void close() {
        for (CsvColumn column : columns) {
            if (column.isFinerThanMicros()) {
                task.notices().finerThanMicros(column.name());
            }
        }
        try {
            buffer.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing " + task.input().location(), e);
        }
    }
}
