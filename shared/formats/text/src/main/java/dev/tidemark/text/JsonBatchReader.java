package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.base.ParserBase;
import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.text.window.RecordWindow;
import dev.tidemark.text.window.WindowRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Batches of JSON records. What a record is and what happens behind a wrong one, the two subclasses know.
abstract sealed class JsonBatchReader implements BatchReader permits JsonLineReader, JsonDocumentReader {

    static final int MAX_DEPTH = 500;

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
    final WindowRows rows;
    final JsonCursor cursor;
    final JsonSelector selector;
    private final JsonNotices notices;
    private final JsonFields fields;
    private @Nullable ParserBase parser;

    /// Behind the last thing that was looked at.
    long position;

    JsonBatchReader(ReadTask task, JsonSettings settings, JsonSelector selector, BadRecords bad, JsonBytes bytes) {
        this.task = task;
        this.bytes = bytes;
        this.window = bytes.window();
        this.rows = new WindowRows(task, bad, window);
        this.notices = new JsonNotices(task.notices());
        this.cursor = new JsonCursor(bytes, settings.keys(), notices);
        this.selector = selector;
        List<JsonColumn<?>> columns = new ArrayList<>();
        for (int i = 0; i < task.columns().size(); i++) {
            ColumnSpec spec = task.columns().get(i);
            columns.add(JsonColumn.of(spec.name(), rows.vectors().get(i), spec, task.timezone()));
        }
        this.fields = new JsonFields(rows.schema().names(), columns, task.newFields());
        this.position = window.base();
    }

    @Override
    public final @Nullable Batch next() throws IOException {
        rows.clear();
        boolean more = true;
        while (more && !(rows.size() > 0 && mayPause() && (rows.isFull(position) || mustPause()))) {
            if (rows.size() == 0 && mayPause()) {
                window.release();
                beginBatch();
            }
            more = step();
        }
        return rows.batch();
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

    /// Takes all rows but the first `newRows` back.
    final void takeBack(int newRows, long newRecordNumber) {
        rows.takeBack(newRows, newRecordNumber);
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
        fields.read(cursor, rows.size());
        long end = cursor.tokenStart() + 1;
        position = end;
        if (!JsonStrings.isUtf8(window.array(), window.index(start), window.index(end))) {
            cursor.problem(null, "bytes that are no UTF-8");
        }
        String problem = cursor.problem();
        if (problem != null) {
            String column = cursor.problemColumn();
            takeBack(rows.size(), rows.recordNumber());
            reject(start, end, column, problem);
            return false;
        }
        window.endRecord();
        rows.take(start, end);
        fields.tellNewFields();
        notices.tell();
        return true;
    }

    final void reject(long start, long end, @Nullable String column, String reason) {
        rows.reject(start, column, reason, window.copy(start, end));
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
