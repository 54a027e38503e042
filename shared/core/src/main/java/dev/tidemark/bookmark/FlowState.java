package dev.tidemark.bookmark;

import dev.tidemark.data.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a generation holds of one flow.
///
/// @param segments names of the segments that together are the bookmark, newest first
/// @param schema   the source schema recorded by the last commit, or null when none was; it only grows
public record FlowState(List<String> segments, @Nullable Schema schema) {

    public static final FlowState START = new FlowState(List.of(), null);

    public FlowState {
        segments = List.copyOf(segments);
    }
}
