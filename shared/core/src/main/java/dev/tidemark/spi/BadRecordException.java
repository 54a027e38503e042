package dev.tidemark.spi;

import dev.tidemark.data.TidemarkException;

/// A record is wrong and the flow says `onBadRecord: fail`. Never retried: the same bytes would be wrong again.
public final class BadRecordException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public BadRecordException(BadRecord record) {
        super("Bad record in %s, %s: %s%s. Mend the data, or set onBadRecord: quarantine to set such records aside."
                .formatted(
                        record.object(),
                        record.recordNumber() > 0
                                ? "record " + record.recordNumber() + " at byte " + record.offset()
                                : "at byte " + record.offset(),
                        record.column() == null ? "" : "column '" + record.column() + "': ",
                        record.reason()));
    }
}
