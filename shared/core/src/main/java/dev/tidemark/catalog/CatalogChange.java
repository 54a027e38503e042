package dev.tidemark.catalog;

import java.util.List;

/// What a commit does to one table. Applying it again changes nothing.
///
/// @param table      the table as it should be: created when missing; else its columns are merged into what is there
/// @param partitions to be registered; of existing ones with the same location nothing changes
/// @param schemaChanges what the merge with the table as planned changes
/// @param cascade    whether existing partitions take the table's new columns (a struct grew, a type was widened)
/// @param warnings   sentences for the report
public record CatalogChange(
        Table table,
        List<CatalogPartition> partitions,
        List<SchemaChange> schemaChanges,
        boolean cascade,
        List<String> warnings) {

    public CatalogChange {
        partitions = List.copyOf(partitions);
        schemaChanges = List.copyOf(schemaChanges);
        warnings = List.copyOf(warnings);
    }
}
