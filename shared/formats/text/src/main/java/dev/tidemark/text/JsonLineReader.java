package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.text.window.RecordTooLong;
import java.io.IOException;

/// JSON lines: one record a line, or several one after the other.
///
/// A line is judged as a whole: when any of it is no JSON, all of it is one bad record and its rows are taken
/// back. Lines
/// beyond a megabyte (streams often come without any line feed) are judged in pieces that end with a record. A
/// record that
/// is JSON and does not fit its columns is rejected alone.
final class JsonLineReader extends JsonBatchReader {

    private static final int JUDGED_BYTES = 1 << 20;

    /// From here on the current line is not yet judged.
    private long judged;
    private int judgedRows;
    private long judgedNumber;
    private boolean inLine;
    private boolean skipping;

    /// @param bytes begins with the first line that is to be read
    JsonLineReader(ReadTask task, JsonSettings settings, BadRecords bad, JsonBytes bytes, long start) {
        super(
                task,
                settings,
                new JsonSelector(settings.path(), !settings.path().steps().isEmpty()),
                bad,
                bytes);
        this.position = start;
    }

    @Override
    void beginBatch() {
        window.keep(position);
        window.pin(position);
        judge();
    }

    @Override
    boolean mayPause() {
        return !inLine || judged == position;
    }

    @Override
    boolean mustPause() {
        return skipping && rows.size() > 0;
    }

    private void judge() {
        judged = position;
        judgedRows = rows.size();
        judgedNumber = rows.recordNumber();
    }

    @Override
    boolean step() throws IOException {
        if (skipping) {
            return skipLine();
        }
        try {
            if (!inLine) {
                return beginLine();
            }
            if (selector.atRoot() && isLineEnd(bytes.skipBlanks(position))) {
                endLine(bytes.skipBlanks(position));
                return true;
            }
            return stepInLine();
        } catch (JsonProcessingException broken) {
            boolean spansLines = JsonProblems.isCutOff(broken) || window.at(bytes.skipBlanks(judged)) != '{';
            rejectLine(JsonProblems.of(broken) + (spansLines ? JsonProblems.MULTI_LINE : ""));
        } catch (RecordTooLong tooLong) {
            rejectLine(JsonProblems.TOO_LONG);
        }
        return true;
    }

    private boolean isLineEnd(long at) throws IOException {
        return !window.has(at) || window.at(at) == '\n';
    }

    private void endLine(long at) {
        inLine = false;
        position = at < window.end() ? at + 1 : at;
        judge();
    }

    private boolean beginLine() throws IOException {
        if (position >= task.to() || !window.has(position)) {
            return false;
        }
        long first = bytes.skipBlanks(position);
        if (isLineEnd(first)) {
            endLine(first);
            return true;
        }
        inLine = true;
        judge();
        if (!hasParser()) {
            openParser();
        }
        bytes.feedLine(position);
        return true;
    }

    private boolean stepInLine() throws IOException {
        switch (selector.next(cursor.parser())) {
            case RECORD -> {
                boolean taken = readRecord();
                // What was rejected is told; it must not be told again with the rest of its line.
                if (!taken || position - judged >= JUDGED_BYTES) {
                    judge();
                }
            }
            case OTHER -> rejectLine(JsonProblems.NO_RECORD + JsonProblems.MULTI_LINE);
            case MISSING -> rejectLine(JsonProblems.PATH_MISSING);
            case DOCUMENT_END -> position = cursor.tokenStart() + 1;
            case END -> rejectLine("the line ends early" + JsonProblems.MULTI_LINE);
        }
        return true;
    }

    private void rejectLine(String reason) throws IOException {
        closeParser();
        selector.reset();
        takeBack(judgedRows, judgedNumber);
        long end = window.lineEnd(judged, JUDGED_BYTES);
        skipping = end < 0;
        long rawEnd = skipping ? judged + JUDGED_BYTES : end;
        boolean carriageReturn = !skipping && rawEnd > judged && window.at(rawEnd - 1) == '\r';
        reject(judged, carriageReturn ? rawEnd - 1 : rawEnd, null, reason);
        if (skipping) {
            position = rawEnd;
            judge();
        } else {
            endLine(end);
        }
    }

    /// Goes to the end of a line that is too long to be kept; the rows before it must be out of the buffer.
    private boolean skipLine() throws IOException {
        window.release();
        inLine = false;
        position = window.skipLine(position);
        judge();
        window.pin(position);
        skipping = false;
        return true;
    }
}
