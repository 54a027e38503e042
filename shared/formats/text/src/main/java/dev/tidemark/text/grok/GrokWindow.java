package dev.tidemark.text.grok;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// The part of an object that is in memory, by lines. Positions are byte offsets in the decoded object.
final class GrokWindow implements AutoCloseable {

    /// A longer record is not taken: a window that grows without bound would take the process down.
    static final int MAX_RECORD_BYTES = 64 << 20;

    private static final int FIRST_BYTES = 64 << 10;
    private static final int READ_BYTES = 1 << 20;
    private static final int ENOUGH_BYTES = MAX_RECORD_BYTES + 4 * READ_BYTES;

    private final InputStream in;
    private byte[] bytes = new byte[FIRST_BYTES];
    private long base;
    private int limit;
    private boolean ended;
    /// Bytes from here on stay.
    private long kept;

    /// @param base offset of the first byte that `in` gives
    GrokWindow(InputStream in, long base) {
        this.in = in;
        this.base = base;
        this.kept = base;
    }

    byte[] array() {
        return bytes;
    }

    int index(long position) {
        return (int) (position - base);
    }

    long end() {
        return base + limit;
    }

    /// Bytes before `position` may go.
    void keep(long position) {
        kept = position;
    }

    byte[] copy(long from, long to) {
        return Arrays.copyOfRange(bytes, index(from), index(to));
    }

    /// Whether there is a byte at `position`, at most one behind those that are known.
    boolean has(long position) throws IOException {
        return position < end() || fill();
    }

    /// Position of the first line feed from `from` on, or of the object's end; -1 when neither is within `most` bytes.
    long lineEnd(long from, long most) throws IOException {
        long at = from;
        while (true) {
            int i = index(at);
            while (i < limit && bytes[i] != '\n') {
                i++;
            }
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
    long skipLine(long from) throws IOException {
        long at = from;
        while (has(at)) {
            int i = index(at);
            while (i < limit && bytes[i] != '\n') {
                i++;
            }
            at = base + i;
            if (i < limit) {
                return at + 1;
            }
            keep(at);
        }
        return at;
    }

    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        makeRoom(index(kept));
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
        } else {
            int enough = Math.max(ENOUGH_BYTES, bytes.length + READ_BYTES);
            bytes = Arrays.copyOf(bytes, Math.min(bytes.length * 2, enough));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
