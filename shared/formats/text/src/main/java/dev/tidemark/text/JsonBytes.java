package dev.tidemark.text;

import dev.tidemark.text.window.RecordWindow;
import java.io.IOException;
import java.io.InputStream;

/// Feeds a parser from the window, all of the object or line by line.
///
/// After [#feedLine(long)] the parser gets that line and is then told that the input ends: what is wrong in a line
/// stays
/// in it.
final class JsonBytes extends InputStream {

    private final RecordWindow window;
    /// The next byte that the parser gets.
    private long fed;
    /// Bytes that the current parser got so far; its own offsets count them.
    private long given;
    private long shift;
    private boolean lines;
    /// Position behind the line's end; while `lineOpen`, everything in the window belongs to the line.
    private long lineEnd;
    private boolean lineOpen;

    JsonBytes(RecordWindow window) {
        this.window = window;
        this.fed = window.base();
    }

    RecordWindow window() {
        return window;
    }

    /// What is added to an offset that the parser counted, to make it a position.
    long shift() {
        return shift;
    }

    /// A new parser counts from 0.
    void newParser() {
        given = 0;
    }

    /// Feeds everything from `position` on.
    void feed(long position) {
        fed = position;
        shift = position - given;
        lines = false;
    }

    /// Feeds the line that begins at `position`, and then the end.
    void feedLine(long position) {
        fed = position;
        shift = position - given;
        lines = true;
        findLineEnd(fed);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (fed == end() && !extend()) {
            return -1;
        }
        int available = (int) Math.min(length, end() - fed);
        System.arraycopy(window.array(), window.index(fed), into, from, available);
        fed += available;
        given += available;
        return available;
    }

    private long end() {
        return lines ? lineEnd : window.end();
    }

    /// Index behind the bytes of the current line, or object, that are in the window.
    int bound() {
        return window.index(end());
    }

    /// Reads more of the current line, or object.
    ///
    /// @return false at its end
    boolean extend() throws IOException {
        if (!lines) {
            return window.fill(fed);
        }
        if (!lineOpen || (lineEnd == window.end() && !window.fill(fed))) {
            return false;
        }
        findLineEnd(lineEnd);
        return true;
    }

    private void findLineEnd(long from) {
        int at = window.lineFeed(window.index(from));
        lineOpen = at == window.limit();
        lineEnd = window.base() + (lineOpen ? at : at + 1);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /// Position of the first byte from `position` on that is no blank within its line: the line feed, or the end.
    long skipBlanks(long position) throws IOException {
        long at = position;
        while (window.has(at)) {
            byte next = window.at(at);
            if (next != ' ' && next != '\t' && next != '\r') {
                break;
            }
            at++;
        }
        return at;
    }

    @Override
    public void close() throws IOException {
        window.close();
    }
}
