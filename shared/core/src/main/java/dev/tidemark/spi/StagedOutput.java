package dev.tidemark.spi;

import java.io.IOException;

/// The bytes of one staged file, written front to back. Holds no file handle between calls.
public interface StagedOutput {

    void write(byte[] bytes, int from, int length) throws IOException;

    /// Bytes written so far.
    long position();
}
