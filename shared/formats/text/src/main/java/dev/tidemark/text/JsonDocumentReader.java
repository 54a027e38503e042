package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.text.window.RecordTooLong;
import java.io.IOException;

/// `multiLine: true`: records wherever they stand in the object.
///
/// A record of wrong types is rejected and the next one read. Where the JSON itself is broken nobody can say where
/// the
/// next record begins: the object is unreadable as a whole.
final class JsonDocumentReader extends JsonBatchReader {

    JsonDocumentReader(ReadTask task, JsonSettings settings, BadRecords bad, JsonBytes bytes) {
        super(task, settings, new JsonSelector(settings.path(), true), bad, bytes);
    }

    @Override
    void beginBatch() {}

    @Override
    boolean mayPause() {
        return true;
    }

    @Override
    boolean mustPause() {
        return false;
    }

    @Override
    boolean step() throws IOException {
        try {
            if (!hasParser()) {
                openParser();
                bytes.feed(position);
            }
            return switch (selector.next(cursor.parser())) {
                case RECORD -> {
                    readRecord();
                    yield true;
                }
                case OTHER -> {
                    rejectValue();
                    yield true;
                }
                case MISSING -> {
                    long at = cursor.tokenStart();
                    reject(at, at + 1, null, JsonProblems.PATH_MISSING);
                    yield true;
                }
                case DOCUMENT_END -> true;
                case END -> false;
            };
        } catch (JsonProcessingException broken) {
            throw unreadable(JsonProblems.of(broken), broken);
        } catch (RecordTooLong tooLong) {
            throw unreadable(JsonProblems.TOO_LONG, tooLong);
        }
    }

    private void rejectValue() throws IOException {
        long start = cursor.tokenStart();
        window.beginRecord(start);
        cursor.parser().finishToken();
        cursor.parser().skipChildren();
        long end = bytes.shift() + cursor.parser().currentLocation().getByteOffset();
        takeBack(rows.size(), rows.recordNumber());
        reject(start, end, null, JsonProblems.NO_RECORD);
    }

    private UnreadableObjectException unreadable(String reason, Throwable cause) {
        return new UnreadableObjectException(
                task.input().location(),
                "its JSON is broken behind byte " + position + ": " + reason
                        + ". With multiLine nothing behind that place can be told apart, so nothing of it is taken; mend"
                        + " the data, or write one record a line and set multiLine to false",
                cause);
    }
}
