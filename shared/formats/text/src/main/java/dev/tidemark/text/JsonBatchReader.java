package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.base.ParserBase;
import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.RawRecords;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.text.window.RecordWindow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Batches of JSON records. What a record is and what happens behind a wrong one, the two subclasses know.
abstract sealed class JsonBatchReader implements BatchReader permits JsonLineReader, JsonDocumentReader {

    static final int MAX_DEPTH = 500;

    private static final int MAX_ROWS = 4096;
    private static final int BATCH_BYTES = 512 << 10;

    static final JsonFactory FACTORY = new JsonFactoryBuilder()
            // UTF-16 would otherwise be guessed anew for every parser, from whatever bytes come next.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    // The whole record is limited instead.
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    final ReadTask task;
    final JsonBytes bytes;
    final RecordWindow window;
    final JsonCursor cursor;
    final JsonSelector selector;
    private final JsonNotices notices;
    private final BadRecords bad;
    private final Schema schema;
    private final List<ColumnVector> vectors;
    private final JsonFields fields;
    private @Nullable ParserBase parser;

    private long[] numbers = new long[256];
    private long[] offsets = new long[256];
    private int[] lengths = new int[256];
    private int rows;
    private long recordNumber;
    private long batchStart;
    /// Behind the last thing that was looked at.
    long position;

    JsonBatchReader(ReadTask task, JsonSettings settings, JsonSelector selector, BadRecords bad, JsonBytes bytes) {
        this.task = task;
        this.bad = bad;
        this.bytes = bytes;
        this.window = bytes.window();
        this.notices = new JsonNotices(task.notices());
        this.cursor = new JsonCursor(bytes, settings.keys(), notices);
        this.selector = selector;
        this.schema = new Schema(task.columns().stream()
                .map(column -> new Field(column.name(), column.type()))
                .toList());
        this.vectors = schema.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
        List<JsonColumn<?>> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            ColumnSpec spec = task.columns().get(i);
            columns.add(JsonColumn.of(spec.name(), vectors.get(i), spec, task.timezone()));
        }
        this.fields = new JsonFields(schema.names(), columns, task.newFields());
        this.position = window.base();
    }

    @Override
    public final @Nullable Batch next() throws IOException {
        vectors.forEach(ColumnVector::clear);
        rows = 0;
        boolean more = true;
        while (more && !(rows > 0 && mayPause() && (isFull() || mustPause()))) {
            if (rows == 0 && mayPause()) {
                batchStart = position;
                window.release();
                beginBatch();
            }
            more = step();
        }
        return rows == 0 ? null : batch();
    }

    private boolean isFull() {
        return rows >= MAX_ROWS || position - batchStart >= BATCH_BYTES;
    }

    private Batch batch() {
        int[] starts = new int[rows];
        for (int i = 0; i < rows; i++) {
            starts[i] = window.index(offsets[i]);
        }
        RowOrigin origin = new RowOrigin(
                task.input().location(),
                task.input().etag(),
                numbers,
                offsets,
                new RawRecords.Bytes(window.array(), starts, lengths));
        return new Batch(schema, vectors, rows, origin);
    }

    abstract void beginBatch();

    /// Whether no row of the batch can still be taken back.
    abstract boolean mayPause();

    /// Whether the reader cannot go on before the batch's bytes are out of the buffer.
    abstract boolean mustPause();

    /// Looks at the next thing in the object.
    ///
    /// @return false at the end
    abstract boolean step() throws IOException;

    final int rows() {
        return rows;
    }

    final long recordNumber() {
        return recordNumber;
    }

    /// Takes rows back.
    final void truncate(int newRows, long newRecordNumber) {
        vectors.forEach(vector -> vector.truncate(newRows));
        rows = newRows;
        recordNumber = newRecordNumber;
        fields.forgetNewFields();
        cursor.forgetProblem();
        window.endRecord();
    }

    final boolean hasParser() {
        return parser != null;
    }

    final ParserBase openParser() throws IOException {
        bytes.newParser();
        ParserBase opened = (ParserBase) FACTORY.createParser(bytes);
        parser = opened;
        cursor.parser(opened);
        selector.reset();
        return opened;
    }

    final void closeParser() throws IOException {
        ParserBase open = parser;
        parser = null;
        if (open != null) {
            open.close();
        }
    }

    /// Reads the record whose opening bracket is the parser's current token.
    ///
    /// @return whether it was taken; otherwise it was rejected
    final boolean readRecord() throws IOException {
        long start = cursor.tokenStart();
        window.beginRecord(start);
        fields.read(cursor, rows);
        long end = cursor.tokenStart() + 1;
        position = end;
        if (!JsonStrings.isUtf8(window.array(), window.index(start), window.index(end))) {
            cursor.problem(null, "bytes that are no UTF-8");
        }
        String problem = cursor.problem();
        if (problem != null) {
            String column = cursor.problemColumn();
            truncate(rows, recordNumber);
            reject(start, end, column, problem);
            return false;
        }
        window.endRecord();
        if (rows == offsets.length) {
            numbers = Arrays.copyOf(numbers, rows * 2);
            offsets = Arrays.copyOf(offsets, rows * 2);
            lengths = Arrays.copyOf(lengths, rows * 2);
        }
        recordNumber++;
        numbers[rows] = task.whole() ? recordNumber : 0;
        offsets[rows] = start;
        lengths[rows] = (int) (end - start);
        rows++;
        fields.tellNewFields();
        notices.tell();
        return true;
    }

    final void reject(long start, long end, @Nullable String column, String reason) {
        recordNumber++;
        bad.reject(new BadRecord(
                task.input().location(),
                task.input().etag(),
                start,
                task.whole() ? recordNumber : 0,
                column,
                reason,
                window.copy(start, end)));
    }

    @Override
    public final void close() {
        notices.end();
        try {
            closeParser();
            bytes.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
