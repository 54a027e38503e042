package dev.tidemark.orc;

import dev.tidemark.data.TidemarkException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A timestamp within the last second before 1970, which files of ORC cannot tell from the one a second later.
public final class TimestampRefusedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param micros since the epoch
    public TimestampRefusedException(String column, long micros) {
        super(
                ("Column '%s' has the timestamp %s, which cannot be written as ORC: within the last second before 1970 readers"
                                + " of ORC take a time for the one a second later (ORC-763). Write parquet, drop such rows with a"
                                + " filter, or round them to whole seconds with derive.")
                        .formatted(column, Instant.EPOCH.plus(micros, ChronoUnit.MICROS)));
    }
}
