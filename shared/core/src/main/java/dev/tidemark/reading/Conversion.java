package dev.tidemark.reading;

import dev.tidemark.data.ColumnVector;
import org.jspecify.annotations.Nullable;

/// From the values of a file's column to those of a column of another type.
@FunctionalInterface
interface Conversion {

    /// Appends the value, or leaves `out` in need of [ColumnVector#truncate(int)] and says why the record is
    /// bad.
    ///
    /// @param in the value at `row` is not null
    /// @return the problem, or null when the value was appended
    @Nullable
    Problem append(ColumnVector in, int row, ColumnVector out);

    /// The value or null that stands at `row`.
    default @Nullable Problem appendOrNull(ColumnVector in, int row, ColumnVector out) {
        if (in.isNull(row)) {
            out.appendNull();
            return null;
        }
        return append(in, row, out);
    }

    /// Why a value is not taken.
    ///
    /// @param path   the column and the place in it
    /// @param reason one sentence
    record Problem(String path, String reason) {}
}
