package dev.tidemark.bookmark;

import java.util.List;

/// When segments are merged: only ever while a commit makes the next generation, and so that few are left.
///
/// The sizes of segments grow at least twofold from newest to oldest, so that n objects lie in at most
/// ⌈log2(n + 1)⌉ segments, and an entry is written again at most that often in its life.
public final class SegmentMerging {

    private SegmentMerging() {}

    /// How many of the bookmark's newest segments belong into one with what a commit adds.
    ///
    /// @param added       number of versions that the commit adds
    /// @param newestFirst number of entries of each segment there is
    /// @return 0 when the addition becomes a segment of its own
    public static int newestToMerge(long added, List<Integer> newestFirst) {
        long together = added;
        int merged = 0;
        for (int count : newestFirst) {
            if (count >= 2 * together) {
                break;
            }
            together += count;
            merged++;
        }
        return merged;
    }
}
