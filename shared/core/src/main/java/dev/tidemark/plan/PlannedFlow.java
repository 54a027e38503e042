package dev.tidemark.plan;

import java.util.ArrayList;
import java.util.List;

/// A flow's part of a plan, before it is joined with the others.
///
/// @param plan   what the report says of it
/// @param chunks numbered from 0 within the flow
public record PlannedFlow(FlowPlan plan, List<Chunk> chunks) {

    public PlannedFlow {
        chunks = List.copyOf(chunks);
    }

    /// The same with more sentences for the report.
    public PlannedFlow warned(List<String> more) {
        List<String> warnings = new ArrayList<>(plan.warnings());
        warnings.addAll(more);
        return new PlannedFlow(
                new FlowPlan(plan.name(), plan.columns(), plan.counts(), plan.groups(), plan.recorded(), warnings),
                chunks);
    }
}
