package dev.tidemark.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// The decoded bytes of an object in one buffer that the parser is fed from, so that a record's bytes are at hand
/// after
/// the parser took them.
///
/// Positions are byte offsets in the decoded object; the buffer holds those from [#base()] to [#end()].
/// After
/// [#feedLine(long)] the parser gets that line and is then told that the input ends: what is wrong in a line stays in
/// it.
final class JsonBytes extends InputStream {

    /// A longer record is not taken: a buffer that grows without bound would take the process down.
    static final int MAX_RECORD_BYTES = 64 << 20;

    private static final int FIRST_BYTES = 64 << 10;
    private static final int READ_BYTES = 1 << 20;
    /// Shows that a record is too long, with what is pinned before it; beyond that the buffer does not double.
    private static final int ENOUGH_BYTES = MAX_RECORD_BYTES + 4 * READ_BYTES;
    private static final long NONE = -1;

    private final InputStream in;
    private byte[] bytes = new byte[FIRST_BYTES];
    private long base;
    private int limit;
    private boolean ended;
    /// The next byte that the parser gets.
    private int fed;
    /// Bytes that the current parser got so far; its own offsets count them.
    private long given;
    private long shift;
    private long pinned = NONE;
    private long recordStart = NONE;
    private boolean lines;
    /// Index behind the line's end; while `lineOpen`, everything in the buffer belongs to the line.
    private int lineEnd;
    private boolean lineOpen;

    /// @param base offset of the first byte that `in` gives
    JsonBytes(InputStream in, long base) {
        this.in = in;
        this.base = base;
    }

    byte[] array() {
        return bytes;
    }

    long base() {
        return base;
    }

    long end() {
        return base + limit;
    }

    int index(long position) {
        return (int) (position - base);
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
        fed = index(position);
        shift = position - given;
        lines = false;
    }

    /// Feeds the line that begins at `position`, and then the end.
    void feedLine(long position) {
        fed = index(position);
        shift = position - given;
        lines = true;
        findLineEnd(fed);
    }

    /// Keeps all bytes from `position` on until [#release()].
    void pin(long position) {
        if (pinned == NONE) {
            pinned = position;
        }
    }

    void release() {
        pinned = NONE;
    }

    void beginRecord(long position) {
        recordStart = position;
        pin(position);
    }

    void endRecord() {
        recordStart = NONE;
    }

    /// Reads more behind [#end()]; bytes before `keep` may go unless they are pinned.
    ///
    /// @return false at the object's end
    boolean fill(long keep) throws IOException {
        if (ended) {
            return false;
        }
        if (recordStart != NONE && end() - recordStart > MAX_RECORD_BYTES) {
            throw new RecordTooLong();
        }
        makeRoom(index(pinned == NONE ? keep : Math.min(keep, pinned)));
        int count = 0;
        while (count == 0) {
            count = in.read(bytes, limit, Math.min(bytes.length - limit, READ_BYTES));
        }
        if (count < 0) {
            ended = true;
            return false;
        }
        limit += count;
        return true;
    }

    private void makeRoom(int keep) {
        if (limit < bytes.length) {
            return;
        }
        if (keep >= bytes.length / 2) {
            System.arraycopy(bytes, keep, bytes, 0, limit - keep);
            base += keep;
            limit -= keep;
            fed -= keep;
            lineEnd -= keep;
        } else {
            int enough = Math.max(ENOUGH_BYTES, bytes.length + READ_BYTES);
            bytes = Arrays.copyOf(bytes, Math.min(bytes.length * 2, enough));
        }
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int available = available(length);
        if (available <= 0) {
            return -1;
        }
        System.arraycopy(bytes, fed, into, from, available);
        fed += available;
        given += available;
        return available;
    }

    private int available(int wanted) throws IOException {
        return fed < bound() || extend() ? Math.min(wanted, bound() - fed) : -1;
    }

    /// Index behind the bytes of the current line, or object, that are in the buffer.
    int bound() {
        return lines ? lineEnd : limit;
    }

    /// Reads more of the current line, or object.
    ///
    /// @return false at its end
    boolean extend() throws IOException {
        if (!lines) {
            return fill(base + fed);
        }
        if (!lineOpen || (lineEnd == limit && !fill(base + fed))) {
            return false;
        }
        findLineEnd(lineEnd);
        return true;
    }

    private void findLineEnd(int from) {
        int at = from;
        while (at < limit && bytes[at] != '\n') {
            at++;
        }
        lineOpen = at == limit;
        lineEnd = lineOpen ? limit : at + 1;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /// Position of the first byte from `position` on that is no blank within its line: the line feed, or the end.
    long skipBlanks(long position) throws IOException {
        long at = position;
        while (true) {
            int i = index(at);
            while (i < limit && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r')) {
                i++;
            }
            at = base + i;
            if (i < limit || !fill(at)) {
                return at;
            }
        }
    }

    /// Position of the first line feed from `position` on, or of the end; -1 when neither is within `most` bytes.
    long findLineFeed(long position, long most) throws IOException {
        long at = position;
        while (true) {
            int i = index(at);
            while (i < limit && bytes[i] != '\n') {
                i++;
            }
            at = base + i;
            if (i < limit) {
                return at;
            }
            if (at - position > most) {
                return -1;
            }
            if (!fill(at)) {
                return at;
            }
        }
    }

    /// Whether there is a byte at `position`.
    boolean has(long position) throws IOException {
        return position < end() || fill(position);
    }

    byte at(long position) {
        return bytes[index(position)];
    }

    byte[] copy(long from, long to) {
        return Arrays.copyOfRange(bytes, index(from), index(to));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /// A record passed [#MAX_RECORD_BYTES]. Never leaves the reader.
    static final class RecordTooLong extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
