package dev.tidemark.run;

import dev.tidemark.catalog.Table;
import dev.tidemark.data.TidemarkException;

/// A sink and its table do not go together. Found before anything is read.
public final class SinkTableException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private SinkTableException(String message) {
        super(message);
    }

    static SinkTableException noPath(String table) {
        return new SinkTableException(
                "The sink of table %s has no path, and there is no such table to take it from. Set the sink's path; the table is then made there."
                        .formatted(table));
    }

    static SinkTableException otherLocation(Table table, String path) {
        return new SinkTableException(
                "Table %s lies at %s, and the sink writes to %s. Leave the sink's path out to write to the table, or name another table."
                        .formatted(table.fullName(), table.location(), path));
    }

    static SinkTableException otherFormat(Table table, String format) {
        return new SinkTableException(
                "Table %s is of format %s, and the sink writes %s: no engine could read both. Set the sink's format to %s, or name another table."
                        .formatted(table.fullName(), table.format(), format, table.format()));
    }
}
