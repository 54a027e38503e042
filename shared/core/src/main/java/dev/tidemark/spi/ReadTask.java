package dev.tidemark.spi;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.expression.RowTest;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One object, or a byte range of one, to be read into batches.
///
/// A range owns the records that start in `[from, to)`; `from` = 0 and `to` = Long.MAX_VALUE read the whole object.
///
/// @param input     the object; the reader opens streams of it and the caller closes it
/// @param columns   the columns of the batches, in order; columns absent in the file are null
/// @param options   the source's formatOptions
/// @param timezone  zone of texts that name none
/// @param newFields whether and how fields of the file that are not in `columns` are reported; null: they are dropped
/// @param notices   told about values that were read in another way than they stand there
/// @param filter    what rows must meet: a reader may pass over others unread where it knows, and tells how many; those
///                  that it hands over are looked at again. Null: it hands over all
public record ReadTask(
        ObjectInput input,
        long from,
        long to,
        List<ColumnSpec> columns,
        FormatOptions options,
        ZoneId timezone,
        @Nullable NewFields newFields,
        Notices notices,
        @Nullable RowTest filter) {

    public static final long END = Long.MAX_VALUE;

    public ReadTask {
        columns = List.copyOf(columns);
    }

    /// A task whose caller wants all rows.
    public ReadTask(
            ObjectInput input,
            long from,
            long to,
            List<ColumnSpec> columns,
            FormatOptions options,
            ZoneId timezone,
            @Nullable NewFields newFields,
            Notices notices) {
        this(input, from, to, columns, options, timezone, newFields, notices, null);
    }

    /// A task whose caller wants to know about rows only.
    public ReadTask(
            ObjectInput input,
            long from,
            long to,
            List<ColumnSpec> columns,
            FormatOptions options,
            ZoneId timezone,
            @Nullable NewFields newFields) {
        this(input, from, to, columns, options, timezone, newFields, Notices.NONE);
    }

    public boolean whole() {
        return from == 0 && to == END;
    }

    /// Told once for each field name that the file has and the task does not ask for.
    @FunctionalInterface
    public interface NewFields {
        void found(String name);
    }

    /// What a reader did to the values of records that it took. Of bad records nothing is told, but by readers that
    /// go
    /// column by column.
    public interface Notices {

        Notices NONE = new Notices() {};

        /// Told once for each column, by its path: digits below the microsecond were dropped from its timestamps.
        default void finerThanMicros(String column) {}

        /// Told once for each path `column.field` that stands in the file and not in the column's type: its values
        /// were dropped.
        default void unknownNestedField(String path) {}

        /// Told at most once, before the first batch: the file lists its columns up front, and these of the task's are
        /// not among them.
        default void missingColumns(List<String> columns) {}

        /// Told at most once, when reading ends: so many names stood in one object again.
        default void duplicateKeys(long count) {}

        /// Told as often as it happens: so many rows were passed over unread, as the task's filter lets none of them
        /// through.
        default void rowsSkipped(long count) {}

        /// Told at most once, when reading ends: so many annotations of values were dropped (Ion).
        default void annotations(long count) {}
    }
}
