package dev.tidemark.plan;

import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.Partition;

/// An object, or a byte range of one, that a chunk reads.
///
/// @param object    the version to be read
/// @param partition the source partition it lies in
/// @param from      first byte of the range; 0 for a whole object
/// @param to        end of the range, exclusive; `Long.MAX_VALUE` for the rest of the object
/// @param rewritten whether another version of this key was taken in before
public record ChunkInput(SourceObject object, Partition partition, long from, long to, boolean rewritten) {

    public boolean whole() {
        return from == 0 && to == Long.MAX_VALUE;
    }
}
