package dev.tidemark.ion;

import dev.tidemark.data.TidemarkException;

/// A time to be written is of a year that Ion does not have. Never retried: the same rows would have it again.
public final class IonTimeException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    IonTimeException(String column, String time) {
        super(
                ("Column '%s' cannot be written to Ion: it holds %s, and Ion's timestamps are of the years 1 to 9999. Leave"
                                + " such rows out with filter, cast the column to string, or write parquet.")
                        .formatted(column, time));
    }
}
