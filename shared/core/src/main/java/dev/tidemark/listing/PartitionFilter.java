package dev.tidemark.listing;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What decides about partitions while folders are walked: the `pushDownPredicate`.
public interface PartitionFilter {

    /// Keeps everything, so that nothing needs to be known.
    PartitionFilter ALL = new PartitionFilter() {
        @Override
        public List<String> keys() {
            return List.of();
        }

        @Override
        public Answer test(Map<String, @Nullable String> known) {
            return Answer.KEPT;
        }
    };

    /// Keys that it asks for.
    List<String> keys();

    /// @param known raw values of those [#keys] that are known so far; null is the default partition
    Answer test(Map<String, @Nullable String> known);

    /// What is certain with the values known so far.
    enum Answer {
        KEPT,
        PRUNED,
        /// Depends on values not known yet.
        OPEN
    }
}
