package dev.tidemark.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// The part of a CSV file that is in memory: a window that moves forward and grows when one record does not fit it.
final class CsvBuffer implements AutoCloseable {

    /// How much more is made room for when the window is as large as any record may be.
    private static final int STEP_BYTES = 1 << 20;

    private final InputStream in;
    private final int enoughBytes;
    private byte[] bytes;
    private int position;
    private int limit;
    private boolean last;
    private long offset;

    /// @param startOffset    where in the object the stream starts
    /// @param maxRecordBytes the window does not double beyond what shows that a record is longer than this
    CsvBuffer(InputStream in, long startOffset, int capacityBytes, int maxRecordBytes) {
        this.in = in;
        this.enoughBytes = maxRecordBytes + STEP_BYTES;
        this.offset = startOffset;
        this.bytes = new byte[capacityBytes + CsvIndex.SLACK];
    }

    byte[] bytes() {
        return bytes;
    }

    /// Index of the next byte that nobody has taken yet.
    int position() {
        return position;
    }

    void position(int newPosition) {
        position = newPosition;
    }

    /// Index behind the last valid byte.
    int limit() {
        return limit;
    }

    /// Whether the input ends at [#limit()].
    boolean last() {
        return last;
    }

    /// Offset in the object of the byte at `index`.
    long offsetOf(int index) {
        return offset + index;
    }

    boolean isEmpty() {
        return position >= limit;
    }

    /// Whether most of the window is used up, so that moving the rest costs little.
    boolean isMostlyTaken() {
        return position > limit / 2;
    }

    /// Forgets what was taken and reads until the window is full or the input ends. A window that
    /// was full is doubled, as long as it may have to hold more.
    void refill() throws IOException {
        int rest = limit - position;
        if (position == 0 && rest == bytes.length - CsvIndex.SLACK) {
            int larger = Math.min(2 * rest, Math.max(enoughBytes, rest + STEP_BYTES));
            bytes = Arrays.copyOf(bytes, larger + CsvIndex.SLACK);
        } else {
            System.arraycopy(bytes, position, bytes, 0, rest);
        }
        offset += position;
        position = 0;
        limit = rest;
        int capacity = bytes.length - CsvIndex.SLACK;
        while (!last && limit < capacity) {
            int count = in.read(bytes, limit, capacity - limit);
            if (count < 0) {
                last = true;
            } else {
                limit += count;
            }
        }
    }

    /// Makes sure that `count` bytes from [#position()] on are there, unless the input ends before.
    void require(int count) throws IOException {
        while (limit - position < count && !last) {
            refill();
        }
    }

    /// Goes behind the first line end at or after the position. One that is the very last byte of the input counts
    /// too.
    void skipLine() throws IOException {
        while (true) {
            while (position < limit && bytes[position] != '\n' && bytes[position] != '\r') {
                position++;
            }
            if (position < limit) {
                skipLineEnd();
                return;
            }
            if (last) {
                return;
            }
            refill();
        }
    }

    /// Goes behind the line end at the position.
    void skipLineEnd() throws IOException {
        if (bytes[position] == '\n') {
            position++;
            return;
        }
        require(2);
        position += position + 1 < limit && bytes[position + 1] == '\n' ? 2 : 1;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
