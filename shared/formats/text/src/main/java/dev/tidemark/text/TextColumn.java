package dev.tidemark.text;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.spi.FormatOptions;
import java.time.ZoneId;

/// Appends texts to a column of a type that is neither array, map nor struct. Formats whose values are text (XML,
/// logs) cast with it, so that a number, a date or a truth is written in them as in CSV. One thread.
public final class TextColumn {

    private static final CsvOptions PLAIN = CsvOptions.of(FormatOptions.NONE);

    private final CsvColumn column;
    private final DataType type;

    private TextColumn(CsvColumn column, DataType type) {
        this.column = column;
        this.type = type;
    }

    /// @param spec   how texts are understood; its name is told in errors
    /// @param vector where values go
    /// @param zone   of times without one, unless the column names its own
    public static TextColumn of(ColumnSpec spec, ColumnVector vector, ZoneId zone) {
        ColumnSpec own = new ColumnSpec(
                spec.name(),
                vector.type(),
                spec.format(),
                spec.zone(),
                spec.decimalSeparator(),
                spec.trueValues(),
                spec.falseValues());
        return new TextColumn(CsvColumns.of(own, vector, PLAIN, zone), vector.type());
    }

    /// Whether every text is a value.
    public boolean isText() {
        return type.equals(DataType.STRING);
    }

    /// Whether the empty text is a value: an empty text, or no bytes.
    public boolean takesEmpty() {
        return isText() || type.equals(DataType.BINARY);
    }

    /// Appends the value that `bytes[from..to)`, UTF-8, stands for.
    ///
    /// @return false when it is none of the column's type; nothing was appended then
    public boolean append(byte[] bytes, int from, int to) {
        return column.append(bytes, from, to);
    }

    /// What is said of a text that [#append] did not take, as a sentence without a final full stop.
    public String wrong(byte[] bytes, int from, int to) {
        return column.wrong(bytes, from, to);
    }

    /// Whether a value since the last call had digits below the microsecond, which were dropped.
    public boolean takeFinerThanMicros() {
        return column.takeFinerThanMicros();
    }
}
