package dev.tidemark.testkit;

import dev.tidemark.spi.StagedOutput;
import java.io.ByteArrayOutputStream;

/// A staged file in memory for tests of writers.
public final class MemoryOutput implements StagedOutput {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public byte[] toBytes() {
        return bytes.toByteArray();
    }

    @Override
    public void write(byte[] from, int start, int length) {
        bytes.write(from, start, length);
    }

    @Override
    public long position() {
        return bytes.size();
    }
}
