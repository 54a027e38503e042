package dev.tidemark.text;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.spi.FormatOptions;

/// The text of a value that is neither text itself nor nested, as CSV has it and [TextColumn] reads it: digits,
/// `true`, base64, ISO 8601 in UTC. ASCII without quotes, `<` and `&`. One thread.
public final class TextForm {

    private final CsvRow row = new CsvRow(CsvOptions.of(FormatOptions.NONE), new byte[0]);

    /// Makes the text of the value at `index`, which is not null.
    public void of(ColumnVector column, int index) {
        row.clear();
        CsvFileWriter.value(row, column, index);
    }

    /// The text is in the first [#length()] bytes, until the next call.
    public byte[] bytes() {
        return row.bytes();
    }

    public int length() {
        return row.length();
    }
}
