package dev.tidemark.text.window;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// The part of an object's decoded bytes that is in memory, so that a record's bytes and their place are at hand after
/// a parser took them.
///
/// Positions are byte offsets in the decoded object; the window holds those from [#base()] to [#end()] in one array,
/// which another replaces whenever the window grows: [#array()] and [#index(long)] hold until the next fill.
public final class RecordWindow implements AutoCloseable {

    /// A longer record is not taken: a window that grows without bound would take the process down.
    public static final int MAX_RECORD_BYTES = 128 << 20;

    private static final int FIRST_BYTES = 64 << 10;
    private static final int READ_BYTES = 1 << 20;
    /// Shows that a record is too long, with what is pinned before it; beyond that the window does not double.
    private static final int ENOUGH_BYTES = MAX_RECORD_BYTES + 4 * READ_BYTES;
    private static final long NONE = -1;

    private final InputStream in;
    private byte[] bytes = new byte[FIRST_BYTES];
    private long base;
    private int limit;
    private boolean ended;
    private long kept;
    private long pinned = NONE;
    private long recordStart = NONE;

    /// @param base offset of the first byte that `in` gives
    public RecordWindow(InputStream in, long base) {
        this.in = in;
        this.base = base;
        this.kept = base;
    }

    public byte[] array() {
        return bytes;
    }

    public long base() {
        return base;
    }

    public long end() {
        return base + limit;
    }

    /// Index behind the last byte of [#array()] that is the object's.
    public int limit() {
        return limit;
    }

    public int index(long position) {
        return (int) (position - base);
    }

    public byte at(long position) {
        return bytes[index(position)];
    }

    public byte[] copy(long from, long to) {
        return Arrays.copyOfRange(bytes, index(from), index(to));
    }

    /// Bytes before `position` may go, unless they are pinned.
    public void keep(long position) {
        kept = position;
    }

    /// Keeps all bytes from `position` on until [#release()]; what was pinned before stays so.
    public void pin(long position) {
        if (pinned == NONE) {
            pinned = position;
        }
    }

    public void release() {
        pinned = NONE;
    }

    /// Keeps the record that begins at `position`, and counts its bytes.
    public void beginRecord(long position) {
        recordStart = position;
        pin(position);
    }

    public void endRecord() {
        recordStart = NONE;
    }

    /// Reads more behind [#end()].
    ///
    /// @return false at the object's end
    /// @throws RecordTooLong when the record that was begun is longer than [#MAX_RECORD_BYTES]
    public boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        if (recordStart != NONE && end() - recordStart > MAX_RECORD_BYTES) {
            throw new RecordTooLong();
        }
        makeRoom(index(pinned == NONE ? kept : Math.min(kept, pinned)));
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

    /// [#fill()] that lets bytes before `position` go.
    public boolean fill(long position) throws IOException {
        keep(position);
        return fill();
    }

    private void makeRoom(int keep) {
        if (limit < bytes.length) {
            return;
        }
        if (keep >= bytes.length / 2) {
            System.arraycopy(bytes, keep, bytes, 0, limit - keep);
            base += keep;
            limit -= keep;
        } else {
            int enough = Math.max(ENOUGH_BYTES, bytes.length + READ_BYTES);
            bytes = Arrays.copyOf(bytes, Math.min(bytes.length * 2, enough));
        }
    }

    /// Whether there is a byte at `position`, at most one behind those that are known.
    public boolean has(long position) throws IOException {
        return position < end() || fill();
    }

    /// Index of the first line feed in `from` to [#limit()], or that limit.
    public int lineFeed(int from) {
        int at = from;
        while (at < limit && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /// Position of the first line feed from `from` on, or of the object's end; -1 when neither is within `most` bytes.
    public long lineEnd(long from, long most) throws IOException {
        long at = from;
        while (true) {
            int i = lineFeed(index(at));
            at = base + i;
            if (i < limit) {
                return at;
            }
            if (at - from > most) {
                return -1;
            }
            if (!fill()) {
                return at;
            }
        }
    }

    /// Position behind the line feed at or after `from`, or of the object's end; everything before it may go.
    public long skipLine(long from) throws IOException {
        long at = from;
        while (has(at)) {
            int i = lineFeed(index(at));
            at = base + i;
            if (i < limit) {
                return at + 1;
            }
            keep(at);
        }
        return at;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
