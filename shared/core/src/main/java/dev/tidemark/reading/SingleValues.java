package dev.tidemark.reading;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import java.time.ZoneId;
import java.util.Optional;

/// Single values of one type as values of a column's type, by the rules of [FileColumns]: for readers of formats
/// whose records each have types of their own.
@FunctionalInterface
public interface SingleValues {

    /// Appends the value and returns true, or appends nothing and returns false when it is not the same in the
    /// column's type.
    ///
    /// @param in the value at `row` is not null
    boolean append(ColumnVector in, int row, ColumnVector out);

    /// Empty when no value of the one type is ever read as the other.
    ///
    /// @param from neither nested
    /// @param to   nor this
    /// @param spec how texts and counts of the column are to be understood
    /// @param zone of texts that name none, unless the column does
    static Optional<SingleValues> of(DataType from, DataType to, ColumnSpec spec, ZoneId zone) {
        ZoneId own = spec.zone();
        Scalars.Exact exact = new Scalars(spec, own == null ? zone : own).exact(from, to);
        return exact == null ? Optional.empty() : Optional.of(exact::append);
    }
}
