package dev.tidemark.catalog;

import dev.tidemark.data.DataType;
import org.jspecify.annotations.Nullable;

/// What happens to one column of a table.
///
/// @param before type in the table, or null for a new column
/// @param after  type that the files have
/// @param rule   why it is allowed or not, in a few words
public record SchemaChange(String column, @Nullable DataType before, DataType after, Change change, String rule) {

    public enum Change {
        ADDED,
        WIDENED,
        REFUSED
    }
}
