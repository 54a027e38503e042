package dev.tidemark.plan;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.listing.SourceObject;
import java.util.List;

/// What a plan says of one flow.
///
/// @param name     the flow
/// @param columns  the columns of its files in order, once the schema is known; partition columns are not among them
/// @param counts   what the listing held
/// @param groups   how many groups its chunks hold
/// @param recorded versions to be recorded as taken in without being read (`initial: now`, `onRewrite: skip`)
/// @param warnings sentences for the report
public record FlowPlan(
        String name,
        List<ColumnSpec> columns,
        FlowCounts counts,
        int groups,
        List<SourceObject> recorded,
        List<String> warnings) {

    public FlowPlan {
        columns = List.copyOf(columns);
        recorded = List.copyOf(recorded);
        warnings = List.copyOf(warnings);
    }
}
