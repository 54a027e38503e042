package dev.tidemark.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.UnknownSymbolException;
import dev.tidemark.data.DataType;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.reading.SampledValues;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;

/// The schema of an object's first records.
///
/// Records that are bad say nothing about types and are left to the reader to reject.
final class IonSample {

    private final String location;
    private final IonRecords records;
    private final SampledValues seen = SampledValues.ofRecords();

    IonSample(String location, IonRecords records) {
        this.location = location;
        this.records = records;
    }

    SampledSchema of(long maxBytes) throws IOException {
        while (records.next() && records.start() < maxBytes) {
            if (records.problem() == null) {
                read();
            }
        }
        return seen.schema();
    }

    private void read() {
        try {
            add(seen, records.reader(), IonType.STRUCT, 0);
        } catch (TidemarkException refused) {
            throw refused;
        } catch (UnknownSymbolException unknown) {
            goOn();
        } catch (RuntimeException broken) {
            // As in IonBatchReader.
            if (!records.isText()) {
                throw new UnreadableObjectException(
                        location,
                        "the Ion value at byte " + records.start() + " is damaged: " + IonProblems.of(broken),
                        broken);
            }
            goOn();
        }
    }

    private void goOn() {
        if (records.isText()) {
            records.restart();
        } else {
            records.leave();
        }
    }

    private static void add(SampledValues seen, IonReader reader, IonType type, int depth) {
        if (reader.isNullValue()) {
            return;
        }
        switch (type) {
            case STRUCT, LIST, SEXP -> {
                if (depth > Slices.MAX_DEPTH) {
                    seen.scalar(DataType.STRING);
                } else if (type == IonType.STRUCT) {
                    struct(seen, reader, depth);
                } else {
                    SampledValues elements = seen.elements();
                    reader.stepIn();
                    for (IonType next = reader.next(); next != null; next = reader.next()) {
                        add(elements, reader, next, depth + 1);
                    }
                    reader.stepOut();
                }
            }
            case BOOL -> seen.scalar(DataType.BOOLEAN);
            case INT ->
                seen.scalar(
                        switch (reader.getIntegerSize()) {
                            case INT, LONG -> DataType.BIGINT;
                            case BIG_INTEGER -> SampledValues.integer(reader.bigIntegerValue());
                        });
            case FLOAT -> seen.scalar(DataType.DOUBLE);
            // A decimal's digits behind the point are its own: the next one has others.
            case DECIMAL, SYMBOL, STRING -> seen.scalar(DataType.STRING);
            case TIMESTAMP -> seen.scalar(IonTimes.type(reader.timestampValue()));
            case CLOB, BLOB -> seen.scalar(DataType.BINARY);
            case NULL, DATAGRAM -> throw new IllegalStateException(type + " is no value");
        }
    }

    private static void struct(SampledValues seen, IonReader reader, int depth) {
        seen.object();
        reader.stepIn();
        for (IonType next = reader.next(); next != null; next = reader.next()) {
            add(seen.field(reader.getFieldName()), reader, next, depth + 1);
        }
        reader.stepOut();
    }
}
