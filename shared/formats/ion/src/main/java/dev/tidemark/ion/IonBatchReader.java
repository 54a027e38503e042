package dev.tidemark.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.UnknownSymbolException;
import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.JsonRows;
import dev.tidemark.data.JsonText;
import dev.tidemark.data.RawRecords;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The records of an object as batches.
///
/// A record that does not fit is bad and its neighbours are read. What is no Ion inside of a record's brackets makes
/// the record bad in text, and the whole object unreadable in binary, where nothing tells a wrong byte from a wrong
/// length.
final class IonBatchReader implements BatchReader {

    private static final int MOST_ROWS = 4096;
    private static final int BATCH_BYTES = 2 << 20;

    private final ReadTask task;
    private final BadRecords bad;
    private final IonRecords records;
    private final IonRow row;
    private final IonNotices notices;
    private final Schema schema;
    private final List<ColumnVector> vectors;
    private final IonFields fields;
    private final long[] numbers = new long[MOST_ROWS];
    private final long[] offsets = new long[MOST_ROWS];
    private final List<byte[]> texts = new ArrayList<>();
    private long recordNumber;
    private int rows;

    IonBatchReader(ReadTask task, BadRecords bad, IonRecords records) {
        this.task = task;
        this.bad = bad;
        this.records = records;
        this.notices = new IonNotices(task.notices());
        this.row = new IonRow(IonFormatReader.duplicateKeys(task.options()), notices);
        this.schema = new Schema(task.columns().stream()
                .map(column -> new Field(column.name(), column.type()))
                .toList());
        this.vectors = schema.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
        List<IonColumn<?>> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            ColumnSpec spec = task.columns().get(i);
            columns.add(IonColumn.of(spec.name(), vectors.get(i), spec, task.timezone()));
        }
        this.fields = new IonFields(schema.names(), columns, task.newFields(), null);
    }

    @Override
    public @Nullable Batch next() throws IOException {
        vectors.forEach(ColumnVector::clear);
        texts.clear();
        rows = 0;
        long first = -1;
        while (rows < MOST_ROWS && records.next()) {
            first = first < 0 ? records.start() : first;
            record();
            if (rows > 0 && records.start() - first > BATCH_BYTES) {
                break;
            }
        }
        return rows == 0 ? null : batch();
    }

    private Batch batch() {
        int count = rows;
        RawRecords raw = records.isText() ? List.copyOf(texts)::get : at -> json(vectors, at);
        RowOrigin origin = new RowOrigin(
                task.input().location(),
                task.input().etag(),
                Arrays.copyOf(numbers, count),
                Arrays.copyOf(offsets, count),
                raw);
        return new Batch(schema, vectors, count, origin);
    }

    private byte[] json(List<ColumnVector> columns, int at) {
        JsonText text = new JsonText();
        new JsonRows(text, schema.fields()).write(columns, at);
        return text.toBytes();
    }

    private void record() {
        recordNumber++;
        row.forgetProblem();
        String problem = records.problem();
        if (problem == null) {
            read();
            problem = row.problem();
        }
        if (problem != null) {
            notices.forget();
            fields.forgetNewFields();
            vectors.forEach(vector -> vector.truncate(rows));
            reject(row.column(), problem);
            return;
        }
        notices.tell();
        fields.tellNewFields();
        numbers[rows] = recordNumber;
        offsets[rows] = records.start();
        if (records.isText()) {
            texts.add(records.raw());
        }
        rows++;
    }

    private void read() {
        try {
            IonReader reader = records.reader();
            row.begin(reader);
            notices.annotations(reader.getTypeAnnotationSymbols().length);
            fields.read(row, rows);
        } catch (UnknownSymbolException unknown) {
            row.forgetProblem();
            row.problem(null, IonProblems.UNKNOWN_SYMBOL);
            goOn();
        } catch (RuntimeException broken) {
            // ion-java answers damage with its own exceptions, with those of arrays, of numbers and of time: nothing
            // else is called here but the appending of values.
            if (!records.isText()) {
                throw new UnreadableObjectException(
                        task.input().location(),
                        "the Ion value at byte " + records.start() + " is damaged: " + IonProblems.of(broken)
                                + ". Nothing of the object is taken; write it again",
                        broken);
            }
            row.forgetProblem();
            row.problem(null, IonProblems.of(broken));
            goOn();
        }
    }

    private void goOn() {
        if (!records.isText()) {
            records.leave();
        }
    }

    private void reject(@Nullable String column, String reason) {
        byte[] raw = records.raw();
        if (records.isText() && column == null && records.problem() == null) {
            records.restart();
        }
        bad.reject(new BadRecord(
                task.input().location(), task.input().etag(), records.start(), recordNumber, column, reason, raw));
    }

    @Override
    public void close() {
        notices.end();
        try {
            records.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
