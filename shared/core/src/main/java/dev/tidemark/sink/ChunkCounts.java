package dev.tidemark.sink;

/// What a chunk counted. Records are logical records of the input; with one sink and no explode
/// `read = written + filtered + rejected`.
///
/// @param bytesRead  stored bytes of the inputs (or ranges) taken
/// @param read       records met
/// @param written    rows staged over all sinks
/// @param filtered   records that a filter dropped
/// @param rejected   bad records
/// @param duplicateKeys JSON keys met twice in an object
public record ChunkCounts(long bytesRead, long read, long written, long filtered, long rejected, long duplicateKeys) {

    public static final ChunkCounts NONE = new ChunkCounts(0, 0, 0, 0, 0, 0);

    public ChunkCounts plus(ChunkCounts other) {
        return new ChunkCounts(
                bytesRead + other.bytesRead,
                read + other.read,
                written + other.written,
                filtered + other.filtered,
                rejected + other.rejected,
                duplicateKeys + other.duplicateKeys);
    }
}
