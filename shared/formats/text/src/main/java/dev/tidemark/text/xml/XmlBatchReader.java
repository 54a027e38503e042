package dev.tidemark.text.xml;

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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Batches of XML rows.
///
/// A row that does not fit its columns is rejected alone. So is a row that is no XML, up to its end tag or the next
/// row; what is no XML outside of rows makes the object unreadable.
final class XmlBatchReader implements BatchReader {

    private static final int MAX_ROWS = 4096;
    private static final int BATCH_BYTES = 512 << 10;

    private final ReadTask task;
    private final BadRecords bad;
    private final XmlBytes bytes;
    private final XmlRows xml;
    private final XmlCursor cursor;
    private final XmlRecovery recovery;
    private final Schema schema;
    private final List<ColumnVector> vectors;
    private final XmlFields fields;

    private long[] numbers = new long[256];
    private long[] offsets = new long[256];
    private int[] lengths = new int[256];
    private int rows;
    private long recordNumber;
    private long position;
    private @Nullable Broken broken;

    /// A row that is no XML and not yet told.
    ///
    /// @param wrong where the first thing in it begins that is no XML
    private record Broken(long start, long wrong, String reason) {}

    XmlBatchReader(ReadTask task, XmlSettings settings, BadRecords bad, XmlBytes bytes) throws IOException {
        this.task = task;
        this.bad = bad;
        this.bytes = bytes;
        this.xml = new XmlRows(task.input().location(), settings, bytes);
        this.cursor = new XmlCursor(settings, xml, bytes, new XmlNotices(task.notices(), task.newFields()));
        this.recovery = new XmlRecovery(bytes, settings);
        this.schema = new Schema(task.columns().stream()
                .map(column -> new Field(column.name(), column.type()))
                .toList());
        this.vectors = schema.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
        List<XmlColumn> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            ColumnSpec spec = task.columns().get(i);
            columns.add(XmlColumn.of(spec.name(), vectors.get(i), spec, task.timezone()));
        }
        this.fields = new XmlFields(schema.names(), columns, null);
    }

    @Override
    public @Nullable Batch next() throws IOException {
        vectors.forEach(ColumnVector::clear);
        rows = 0;
        bytes.window().release();
        while (!isFull()) {
            Broken stopped = broken;
            if (stopped != null) {
                // Behind a row without an end everything may have to be looked at, and the batch's bytes would stay.
                if (rows > 0) {
                    break;
                }
                broken = null;
                recover(stopped);
            }
            if (xml.next()) {
                readRow();
                continue;
            }
            String reason = xml.broken();
            if (reason == null) {
                break;
            }
            broken = new Broken(xml.start(), xml.start(), reason);
        }
        return rows == 0 ? null : batch();
    }

    private boolean isFull() {
        return rows >= MAX_ROWS || (rows > 0 && position - offsets[0] >= BATCH_BYTES);
    }

    private Batch batch() {
        int[] starts = new int[rows];
        for (int i = 0; i < rows; i++) {
            starts[i] = bytes.window().index(offsets[i]);
        }
        RowOrigin origin = new RowOrigin(
                task.input().location(),
                task.input().etag(),
                numbers,
                offsets,
                new RawRecords.Bytes(bytes.window().array(), starts, lengths));
        return new Batch(schema, vectors, rows, origin);
    }

    private void readRow() throws IOException {
        long start = xml.start();
        bytes.beginRecord(start);
        try {
            cursor.hide(-1);
            fields.read(cursor, rows);
            position = xml.end();
        } catch (XMLStreamException noXml) {
            takeBack();
            broken = new Broken(start, xml.wrong(), XmlProblems.of(noXml, bytes));
            bytes.endRecord();
            return;
        }
        bytes.endRecord();
        String problem = cursor.problem();
        if (problem == null) {
            take(start);
        } else {
            String column = cursor.problemColumn();
            takeBack();
            reject(start, column, problem, bytes.window().copy(start, position));
        }
    }

    private void take(long start) {
        if (rows == offsets.length) {
            numbers = Arrays.copyOf(numbers, rows * 2);
            offsets = Arrays.copyOf(offsets, rows * 2);
            lengths = Arrays.copyOf(lengths, rows * 2);
        }
        recordNumber++;
        numbers[rows] = recordNumber;
        offsets[rows] = start;
        lengths[rows] = (int) (position - start);
        rows++;
        cursor.notices().tell();
    }

    private void takeBack() {
        vectors.forEach(vector -> vector.truncate(rows));
        cursor.forget();
    }

    private void recover(Broken stopped) throws IOException {
        bytes.window().pin(stopped.start());
        long end = xml.isRoot() ? recovery.rest(stopped.start()) : recovery.end(stopped.start(), stopped.wrong());
        boolean last = xml.isRoot() || end < 0;
        if (last) {
            end = bytes.window().end();
        }
        reject(stopped.start(), null, "not well-formed XML: " + stopped.reason(), recovery.raw(end));
        if (last) {
            xml.stop();
        } else {
            xml.resume(end);
        }
    }

    private void reject(long start, @Nullable String column, String reason, byte[] raw) {
        recordNumber++;
        if (rows == 0) {
            bytes.window().release();
        }
        bad.reject(
                new BadRecord(task.input().location(), task.input().etag(), start, recordNumber, column, reason, raw));
    }

    @Override
    public void close() {
        try {
            bytes.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
