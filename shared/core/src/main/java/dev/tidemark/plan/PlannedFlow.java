package dev.tidemark.plan;

import java.util.List;

/// A flow's part of a plan, before it is joined with the others.
///
/// @param plan   what the report says of it
/// @param chunks numbered from 0 within the flow
public record PlannedFlow(FlowPlan plan, List<Chunk> chunks) {

    public PlannedFlow {
        chunks = List.copyOf(chunks);
    }
}
