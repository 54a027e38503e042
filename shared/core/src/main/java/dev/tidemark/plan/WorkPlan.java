package dev.tidemark.plan;

import java.util.List;

/// Everything a run will do before its commit. Saved once; the same input gives the same plan.
///
/// @param flows  in the order of the job
/// @param chunks numbered from 0, by flow, partition and key
public record WorkPlan(List<FlowPlan> flows, List<Chunk> chunks) {

    public WorkPlan {
        flows = List.copyOf(flows);
        chunks = List.copyOf(chunks);
    }

    public FlowPlan flow(String name) {
        return flows.stream()
                .filter(flow -> flow.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no flow " + name));
    }
}
