package dev.tidemark.ion;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// A window on a stream of bytes, addressed by their place in the stream. One thread.
final class IonBytes implements AutoCloseable {

    private static final int FIRST_BYTES = 64 << 10;

    private final InputStream in;
    private byte[] buffer = new byte[FIRST_BYTES];
    /// Place of the buffer's first byte.
    private long base;
    private int length;
    private boolean ended;

    IonBytes(InputStream in) {
        this.in = in;
    }

    /// The byte at `place`, or -1 behind the stream's end.
    int at(long place) throws IOException {
        while (place - base >= length) {
            if (ended || !fill()) {
                return -1;
            }
        }
        return buffer[(int) (place - base)] & 0xFF;
    }

    /// Whether all bytes before `end` are there.
    boolean has(long end) throws IOException {
        return end <= base || at(end - 1) >= 0;
    }

    private boolean fill() throws IOException {
        if (length == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        int count = 0;
        while (count == 0) {
            count = in.read(buffer, length, buffer.length - length);
        }
        ended = count < 0;
        length += Math.max(count, 0);
        return !ended;
    }

    byte[] copy(long from, long to) {
        return Arrays.copyOfRange(buffer, (int) (from - base), (int) (to - base));
    }

    /// Appends `[from, to)` to `target`, which has room, at `place`.
    void copy(long from, long to, byte[] target, int place) {
        System.arraycopy(buffer, (int) (from - base), target, place, (int) (to - from));
    }

    /// Bytes before `place` are not asked for any more.
    void release(long place) {
        int gone = (int) Math.min(length, place - base);
        if (gone > 0 && (gone == length || gone >= buffer.length / 2)) {
            System.arraycopy(buffer, gone, buffer, 0, length - gone);
            base += gone;
            length -= gone;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
