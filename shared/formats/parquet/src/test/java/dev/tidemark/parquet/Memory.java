package dev.tidemark.parquet;

import dev.tidemark.spi.StagedOutput;
import java.io.ByteArrayOutputStream;

/// A staged file in memory that counts its writes.
final class Memory implements StagedOutput {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int writes;

    @Override
    public void write(byte[] from, int start, int length) {
        bytes.write(from, start, length);
        writes++;
    }

    @Override
    public long position() {
        return bytes.size();
    }

    int writes() {
        return writes;
    }

    byte[] toArray() {
        return bytes.toByteArray();
    }
}
