package dev.tidemark.parquet;

import java.io.IOException;
import java.util.List;

/// The bytes of one column chunk, or of those of its pages that are wanted, front to back: fetched together with their
/// neighbours, else through a window that moves on.
final class ChunkBytes {

    private final FileBytes file;
    private final int windowBytes;
    private final List<Region> regions;
    private int nextRegion;
    /// Of the region, in the file.
    private long end;
    /// `bytes[at..stop)` are the file's from `position` on.
    private byte[] bytes = new byte[0];
    private int at;
    private int stop;
    private long position;

    /// A piece of the file.
    ///
    /// @param bytes where it lies from `at` on; empty when it is to be fetched
    record Region(long start, long end, byte[] bytes, int at) {

        Region(long start, long end) {
            this(start, end, new byte[0], 0);
        }

        Region in(byte[] fetched, long fetchedFrom) {
            return new Region(start, end, fetched, (int) (start - fetchedFrom));
        }
    }

    /// @param windowBytes how much of regions that are not there is fetched at once
    ChunkBytes(FileBytes file, List<Region> regions, int windowBytes) {
        this.file = file;
        this.regions = List.copyOf(regions);
        this.windowBytes = windowBytes;
    }

    byte[] bytes() {
        return bytes;
    }

    /// Index of the next byte in [#bytes()].
    int at() {
        return at;
    }

    /// Where the next byte lies in the file.
    long position() {
        return position;
    }

    /// Bytes that are there without another request.
    int available() {
        return stop - at;
    }

    /// Bytes of the region that were not taken yet.
    long left() {
        return end - position;
    }

    /// Whether there is another byte, in this region or the next one, to which it goes then.
    boolean more() {
        while (left() == 0 && nextRegion < regions.size()) {
            Region region = regions.get(nextRegion++);
            position = region.start();
            end = region.end();
            at = region.at();
            if (region.bytes().length == 0) {
                stop = at;
                bytes = region.bytes();
            } else {
                bytes = region.bytes();
                stop = at + (int) (end - position);
            }
        }
        return left() > 0;
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
