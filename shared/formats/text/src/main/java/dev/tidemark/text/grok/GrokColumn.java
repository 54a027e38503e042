package dev.tidemark.text.grok;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.text.TextColumn;
import java.util.Arrays;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// One column of captures.
final class GrokColumn {

    private final String name;
    private final ColumnVector vector;
    private final int[] groups;
    private final byte[] missing;
    private final ReadTask task;
    /// Null for a nested type, of which a text is no value.
    private final @Nullable TextColumn values;
    private boolean finerTold;

    /// @param groups that capture it; none: it is null
    GrokColumn(ColumnSpec spec, ColumnVector vector, int[] groups, byte[] missing, ReadTask task) {
        this.name = spec.name();
        this.vector = vector;
        this.groups = groups;
        this.missing = missing;
        this.task = task;
        boolean nested = spec.type() instanceof DataType.Array
                || spec.type() instanceof DataType.Map
                || spec.type() instanceof DataType.Struct;
        this.values = nested ? null : TextColumn.of(spec, vector, task.timezone());
    }

    String name() {
        return name;
    }

    /// Appends what the match captured.
    ///
    /// @return what is wrong with it; nothing was appended then
    @Nullable
    String append(Matcher match, GrokText text) {
        for (int group : groups) {
            int start = match.start(group);
            if (start >= 0) {
                return append(text, start, match.end(group));
            }
        }
        vector.appendNull();
        return null;
    }

    private @Nullable String append(GrokText text, int start, int end) {
        int from = text.encode(start, end);
        int to = from + text.encodedLength(start, end);
        byte[] bytes = text.encoded();
        TextColumn column = values;
        if (Arrays.equals(bytes, from, to, missing, 0, missing.length)
                || (from == to && column != null && !column.takesEmpty())) {
            vector.appendNull();
            return null;
        }
        if (column == null) {
            return "a text is no " + vector.type() + "; declare the column as string";
        }
        return column.append(bytes, from, to) ? null : column.wrong(bytes, from, to);
    }

    /// The record was taken.
    void tell() {
        if (values != null && values.takeFinerThanMicros() && !finerTold) {
            finerTold = true;
            task.notices().finerThanMicros(name);
        }
    }

    /// The record was not taken.
    void forget() {
        if (values != null) {
            values.takeFinerThanMicros();
        }
    }
}
