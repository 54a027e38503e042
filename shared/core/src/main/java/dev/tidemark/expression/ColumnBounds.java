package dev.tidemark.expression;

import dev.tidemark.data.ColumnVector;

/// What is known of one column in each of some sets of rows, as of the pages of a file.
///
/// Bounds need not be met by a value; a NaN may be there whatever they say.
///
/// @param least    a lower bound for each set, of the column's type
/// @param most     an upper bound
/// @param known    whether the set has bounds; where not, what stands in them says nothing
/// @param anyValue whether the set may have a value that is not null
/// @param anyNull  whether it may have a null
public record ColumnBounds(
        ColumnVector least, ColumnVector most, boolean[] known, boolean[] anyValue, boolean[] anyNull) {

    /// How many sets.
    public int size() {
        return known.length;
    }
}
