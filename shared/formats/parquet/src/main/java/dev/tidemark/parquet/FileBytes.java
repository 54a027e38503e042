package dev.tidemark.parquet;

import dev.tidemark.spi.ObjectInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Ranges of one object, in few requests: its end is kept, and so is all of a small one.
final class FileBytes {

    /// A footer is seldom longer.
    private static final int TAIL = 64 << 10;
    /// Up to here one request for everything is cheaper than two.
    private static final int SMALL = 1 << 20;
    /// Of page indexes in front of the footer.
    private static final long MOST_KEPT = 8 << 20;

    private final ObjectInput input;
    private final Place place;
    private final long sizeBytes;
    private long keptFrom;
    private byte[] kept = new byte[0];

    FileBytes(ObjectInput input) {
        this.input = input;
        this.place = Place.file(input.location());
        this.sizeBytes = input.sizeBytes();
    }

    Place place() {
        return place;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    ObjectInput input() {
        return input;
    }

    /// Fetches the object's end, or all of a small one.
    void keepEnd() throws IOException {
        keptFrom = sizeBytes <= SMALL ? 0 : sizeBytes - TAIL;
        kept = fetch(keptFrom, (int) (sizeBytes - keptFrom));
    }

    /// Keeps what lies between `from` and the end that is kept, unless it is much.
    void keepFrom(long from) throws IOException {
        if (from >= 0 && from < keptFrom && keptFrom - from <= MOST_KEPT) {
            int more = (int) (keptFrom - from);
            byte[] longer = new byte[more + kept.length];
            fetch(from, longer, 0, more);
            System.arraycopy(kept, 0, longer, more, kept.length);
            kept = longer;
            keptFrom = from;
        }
    }

    /// Bytes `from` to `from + length` of the object, which has so many.
    byte[] read(long from, int length) throws IOException {
        if (from >= keptFrom && from + length <= keptFrom + kept.length) {
            int start = (int) (from - keptFrom);
            return start == 0 && length == kept.length ? kept : Arrays.copyOfRange(kept, start, start + length);
        }
        return fetch(from, length);
    }

    /// The same, in `room` where they are to be fetched and it has room.
    byte[] read(long from, int length, byte[] room) throws IOException {
        if (room.length < length || (from >= keptFrom && from + length <= keptFrom + kept.length)) {
            return read(from, length);
        }
        fetch(from, room, 0, length);
        return room;
    }

    private byte[] fetch(long from, int length) throws IOException {
        byte[] bytes = new byte[length];
        fetch(from, bytes, 0, length);
        return bytes;
    }

    /// Fills `into[at..at + length)`.
    void fetch(long from, byte[] into, int at, int length) throws IOException {
        if (length == 0) {
            return;
        }
        int read;
        try (InputStream in = input.stream(from)) {
            read = in.readNBytes(into, at, length);
        }
        if (read < length) {
            throw place.damaged("it ends at byte " + (from + read) + " of " + sizeBytes);
        }
    }
}
