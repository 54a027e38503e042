package dev.tidemark.text.grok;

import dev.tidemark.text.window.RecordWindow;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where the records of an object begin and end.
final class GrokRecords {

    /// What [#find(long)] says of a record that is too long to be kept.
    static final long TOO_LONG = -1;

    private final RecordWindow window;
    private final int lineCount;
    private final @Nullable Matcher start;
    private final GrokText line = new GrokText();
    private boolean whole;
    private boolean endless;

    GrokRecords(RecordWindow window, GrokSettings settings) {
        this.window = window;
        this.lineCount = settings.lineCount();
        Pattern pattern = settings.start();
        this.start = pattern == null ? null : pattern.matcher("");
    }

    /// @return position of the line feed behind the record that begins at `from`, or of the object's end
    long find(long from) throws IOException {
        whole = true;
        endless = false;
        long end = window.lineEnd(from, RecordWindow.MAX_RECORD_BYTES);
        if (end < 0) {
            return TOO_LONG;
        }
        return start == null ? counted(from, end) : started(from, end, start);
    }

    private long counted(long from, long firstEnd) throws IOException {
        long end = firstEnd;
        for (int lines = 1; lines < lineCount; lines++) {
            if (!window.has(end) || !window.has(end + 1)) {
                whole = false;
                return end;
            }
            end = window.lineEnd(end + 1, RecordWindow.MAX_RECORD_BYTES);
            if (end < 0 || end - from > RecordWindow.MAX_RECORD_BYTES) {
                return TOO_LONG;
            }
        }
        return end;
    }

    private long started(long from, long firstEnd, Matcher matcher) throws IOException {
        long end = firstEnd;
        while (window.has(end) && window.has(end + 1)) {
            long next = window.lineEnd(end + 1, RecordWindow.MAX_RECORD_BYTES);
            if (next < 0 || isStart(matcher, end + 1, next)) {
                return end;
            }
            end = next;
            if (end - from > RecordWindow.MAX_RECORD_BYTES) {
                return TOO_LONG;
            }
        }
        return end;
    }

    /// A line of which nobody can say ends the record before it.
    private boolean isStart(Matcher matcher, long from, long to) {
        if (!line.of(window.array(), window.index(from), window.index(to))) {
            // What is no text begins no record: it stays with the one before it, which is a bad one then.
            return false;
        }
        try {
            return line.ready(matcher).find();
        } catch (GrokText.TooManyStepsException | StackOverflowError endlessly) {
            endless = true;
            return true;
        }
    }

    /// Whether the record that was found has all its lines.
    boolean isWhole() {
        return whole;
    }

    /// Whether the line behind the record that was found could not be told to begin one.
    boolean isEndless() {
        return endless;
    }

    /// Position behind a record that is too long; nothing before it is kept.
    long skip(long from) throws IOException {
        long at = window.skipLine(from);
        Matcher matcher = start;
        if (matcher == null) {
            for (int lines = 1; lines < lineCount; lines++) {
                at = window.skipLine(at);
            }
            return at;
        }
        while (window.has(at)) {
            window.keep(at);
            long end = window.lineEnd(at, RecordWindow.MAX_RECORD_BYTES);
            if (end >= 0 && isStart(matcher, at, end)) {
                return at;
            }
            at = window.skipLine(at);
        }
        return at;
    }
}
