package dev.tidemark.run;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.data.TidemarkException;

/// A partition of the same values is registered with another location. Files are published; the table is not.
public final class PartitionElsewhereException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    PartitionElsewhereException(String table, CatalogPartition found) {
        super(
                "Table %s has partition %s already, at %s. Remove that partition from the table or write to its location, then run again: this commit will be finished first."
                        .formatted(table, found.values(), found.location()));
    }
}
