package dev.tidemark.orc;

import java.io.IOException;

/// The bytes of one stream, front to back: all of them when they were fetched together with its neighbours, else a
/// window that moves on.
final class StreamBytes {

    private final FileBytes file;
    private final int windowBytes;
    /// Of the stream, in the file.
    private final long end;
    /// `bytes[at..stop)` are the file's from `position` on.
    private byte[] bytes;
    private int at;
    private int stop;
    private long position;

    /// @param bytes `bytes[at..stop)` are the first of the stream; may be none
    StreamBytes(FileBytes file, long start, long end, byte[] bytes, int at, int stop, int windowBytes) {
        this.file = file;
        this.position = start;
        this.end = end;
        this.bytes = bytes;
        this.at = at;
        this.stop = stop;
        this.windowBytes = windowBytes;
    }

    byte[] bytes() {
        return bytes;
    }

    /// Index of the next byte in [#bytes()].
    int at() {
        return at;
    }

    /// Bytes that are there without another request.
    int available() {
        return stop - at;
    }

    /// Bytes of the stream that were not taken yet.
    long left() {
        return end - position;
    }

    /// Has at least `count` bytes there, or all that are left if these are fewer.
    void ensure(int count) throws IOException {
        long wanted = Math.min(count, left());
        if (available() >= wanted) {
            return;
        }
        int size = (int) Math.min(left(), Math.max(wanted, windowBytes));
        byte[] window = new byte[size];
        int kept = available();
        System.arraycopy(bytes, at, window, 0, kept);
        file.fetch(position + kept, window, kept, size - kept);
        bytes = window;
        at = 0;
        stop = size;
    }

    void skip(int count) {
        at += count;
        position += count;
    }
}
