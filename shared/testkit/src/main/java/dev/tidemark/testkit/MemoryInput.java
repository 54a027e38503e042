package dev.tidemark.testkit;

import dev.tidemark.spi.ObjectInput;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// An object in memory for tests of readers: its streams say, as those of an SDK may, that nothing is
/// available, and
/// answer in small pieces; where they begin is remembered.
public final class MemoryInput implements ObjectInput {

    private final String location;
    private final byte[] bytes;
    private final int pieceBytes;
    private final List<Long> opened = new ArrayList<>();

    public MemoryInput(String location, byte[] bytes) {
        this(location, bytes, Integer.MAX_VALUE);
    }

    /// @param pieceBytes the most that one read answers
    public MemoryInput(String location, byte[] bytes, int pieceBytes) {
        this.location = location;
        this.bytes = bytes;
        this.pieceBytes = pieceBytes;
    }

    /// First bytes of the streams that were opened.
    public List<Long> opened() {
        return List.copyOf(opened);
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public String etag() {
        return "e1";
    }

    @Override
    public long sizeBytes() {
        return bytes.length;
    }

    @Override
    public InputStream stream(long from) {
        opened.add(from);
        // Not a ByteArrayInputStream itself, whose readNBytes is one read.
        return new FilterInputStream(new ByteArrayInputStream(bytes, (int) from, bytes.length - (int) from)) {
            @Override
            public int read(byte[] into, int at, int length) throws IOException {
                return super.read(into, at, Math.min(length, pieceBytes));
            }

            @Override
            public int available() {
                return 0;
            }
        };
    }

    @Override
    public void close() {}
}
