package dev.tidemark.run;

/// Where a chunk stands in its saved plan, so that a worker reads its own part and no more.
///
/// @param chunk number of the chunk
/// @param head  how many bytes of the plan come before all chunks
/// @param from  first byte of the chunk
/// @param to    byte after its last
public record ChunkItem(int chunk, long head, long from, long to) {

    /// Of a part, which is read into memory: far more than a chunk's longest list of objects.
    private static final long MOST_BYTES = 1L << 30;

    /// @throws IllegalArgumentException when no plan has such a part
    public ChunkItem {
        if (chunk < 0 || head < 0 || from < head || to <= from || to - from > MOST_BYTES || head > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "no plan has chunk %d at %d to %d after a head of %d bytes".formatted(chunk, from, to, head));
        }
    }
}
