package dev.tidemark.plan;

import dev.tidemark.data.ColumnSpec;
import java.util.List;
import java.util.Set;

/// What the files of a drafted flow told of it: the part of a plan for which files must be opened.
///
/// @param flow       name of the flow
/// @param columns    the columns of its files in order; partition columns are not among them
/// @param splittable locations of those objects larger than a chunk that may be read in ranges
/// @param warnings   sentences for the report
public record SampledFlow(String flow, List<ColumnSpec> columns, Set<String> splittable, List<String> warnings) {

    public SampledFlow {
        columns = List.copyOf(columns);
        splittable = Set.copyOf(splittable);
        warnings = List.copyOf(warnings);
    }
}
