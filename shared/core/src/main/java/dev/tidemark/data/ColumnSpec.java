package dev.tidemark.data;

import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A column to be read from a file, and how its text is to be understood (an entry of a job's `schema`).
///
/// @param name             name in the file, matched case-insensitively
/// @param type             type to be filled
/// @param format           pattern of dates and timestamps (`dd.MM.yyyy HH:mm`), or `epoch_seconds`, `epoch_millis`,
///                         `epoch_micros`; null: ISO 8601
/// @param zone             zone of text without one; null: the job's `timezone`
/// @param decimalSeparator `.` unless the data uses another; the other of `.` and `,` may then group thousands
/// @param trueValues       texts that mean true (false is then every other of [#falseValues()]); empty: true, false
/// @param falseValues      texts that mean false
/// @param nullOnly         whether the sample that found the column had nulls only in it: its type is then a guess
public record ColumnSpec(
        String name,
        DataType type,
        @Nullable String format,
        @Nullable ZoneId zone,
        char decimalSeparator,
        List<String> trueValues,
        List<String> falseValues,
        boolean nullOnly) {

    public ColumnSpec {
        trueValues = List.copyOf(trueValues);
        falseValues = List.copyOf(falseValues);
    }

    /// A column whose type is known.
    public ColumnSpec(
            String name,
            DataType type,
            @Nullable String format,
            @Nullable ZoneId zone,
            char decimalSeparator,
            List<String> trueValues,
            List<String> falseValues) {
        this(name, type, format, zone, decimalSeparator, trueValues, falseValues, false);
    }

    public static ColumnSpec of(String name, DataType type) {
        return new ColumnSpec(name, type, null, null, '.', List.of(), List.of());
    }

    /// Nobody saw a value of it yet.
    public ColumnSpec onlyNulls() {
        return new ColumnSpec(name, type, format, zone, decimalSeparator, trueValues, falseValues, true);
    }
}
