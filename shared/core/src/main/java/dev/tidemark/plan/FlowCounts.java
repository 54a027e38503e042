package dev.tidemark.plan;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// How planning saw the objects and partitions of a flow. Every listed object is in exactly one of the counts.
///
/// @param partitionsListed  partition folders met
/// @param partitionsPruned  of these, left out by the predicate (their subtree was not listed)
/// @param partitionsKept    of these, kept
/// @param listed            objects in the listing's answers
/// @param fresh             never seen before
/// @param rewritten         known keys with another version
/// @param alreadyProcessed  taken in before
/// @param ignoredBy         left out by rule: reason → count
/// @param leftObjects       new or rewritten but beyond boundedFiles or boundedSize: the next run's
/// @param leftBytes         their size
public record FlowCounts(
        long partitionsListed,
        long partitionsPruned,
        long partitionsKept,
        long listed,
        long fresh,
        long rewritten,
        long alreadyProcessed,
        Map<String, Long> ignoredBy,
        long leftObjects,
        long leftBytes) {

    public FlowCounts {
        ignoredBy = Collections.unmodifiableMap(new TreeMap<>(ignoredBy));
    }

    public long ignored() {
        return ignoredBy.values().stream().mapToLong(Long::longValue).sum();
    }
}
