package dev.tidemark.parquet;

import dev.tidemark.spi.StagedOutput;
import java.io.IOException;

/// Gathers small writes to a staged file: a write may open and close the file behind it.
final class ChunkOutput {

    private static final int GATHERED = 1 << 20;

    private final StagedOutput output;
    private final ByteBuilder pending;

    /// @param pending an empty builder, which is empty again after [#drain()]
    ChunkOutput(StagedOutput output, ByteBuilder pending) {
        this.output = output;
        this.pending = pending;
    }

    /// Position in the file of the next byte.
    long position() {
        return output.position() + pending.size();
    }

    /// Where to write; then [#written()].
    ByteBuilder pending() {
        return pending;
    }

    void written() throws IOException {
        if (pending.size() >= GATHERED) {
            drain();
        }
    }

    void drain() throws IOException {
        if (pending.size() > 0) {
            output.write(pending.bytes(), 0, pending.size());
            pending.clear();
        }
    }
}
