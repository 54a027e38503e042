package dev.tidemark.text.xml;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.text.window.WindowRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Batches of XML rows.
///
/// A row that does not fit its columns is rejected alone. So is a row that is no XML, up to its end tag or the next
/// row; what is no XML outside of rows makes the object unreadable.
final class XmlBatchReader implements BatchReader {

    private final XmlBytes bytes;
    private final XmlRows xml;
    private final XmlCursor cursor;
    private final XmlRecovery recovery;
    private final WindowRows rows;
    private final XmlFields fields;

    private long position;
    private @Nullable Broken broken;

    /// A row that is no XML and not yet told.
    ///
    /// @param wrong where the first thing in it begins that is no XML
    private record Broken(long start, long wrong, String reason) {}

    XmlBatchReader(ReadTask task, XmlSettings settings, BadRecords bad, XmlBytes bytes) throws IOException {
        this.bytes = bytes;
        this.xml = new XmlRows(task.input().location(), settings, bytes);
        this.cursor = new XmlCursor(settings, xml, bytes, new XmlNotices(task.notices(), task.newFields()));
        this.recovery = new XmlRecovery(bytes, settings);
        this.rows = new WindowRows(task, bad, bytes.window());
        List<XmlColumn> columns = new ArrayList<>();
        for (int i = 0; i < task.columns().size(); i++) {
            ColumnSpec spec = task.columns().get(i);
            columns.add(XmlColumn.of(spec.name(), rows.vectors().get(i), spec, task.timezone()));
        }
        this.fields = new XmlFields(rows.schema().names(), columns, null);
    }

    @Override
    public @Nullable Batch next() throws IOException {
        rows.clear();
        bytes.window().release();
        while (!rows.isFull(position)) {
            Broken stopped = broken;
            if (stopped != null) {
                // Behind a row without an end everything may have to be looked at, and the batch's bytes would stay.
                if (rows.size() > 0) {
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
        return rows.batch();
    }

    private void readRow() throws IOException {
        long start = xml.start();
        bytes.beginRecord(start);
        try {
            cursor.hide(-1);
            fields.read(cursor, rows.size());
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
            rows.take(start, position);
            cursor.notices().tell();
        } else {
            String column = cursor.problemColumn();
            takeBack();
            reject(start, column, problem, bytes.window().copy(start, position));
        }
    }

    private void takeBack() {
        rows.takeBack();
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
        if (rows.size() == 0) {
            bytes.window().release();
        }
        rows.reject(start, column, reason, raw);
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
