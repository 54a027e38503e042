package dev.tidemark.run;

/// Where a chunk stands in its saved plan, so that a worker reads its own part and no more.
///
/// @param chunk number of the chunk
/// @param head  how many bytes of the plan come before all chunks
/// @param from  first byte of the chunk
/// @param to    byte after its last
public record ChunkItem(int chunk, long head, long from, long to) {}
