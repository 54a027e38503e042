package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.BadRecord;
import java.util.Locale;

/// More records were bad than the flow allows. Nothing of the run becomes visible, its bad records neither.
public final class TooManyBadRecordsException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    TooManyBadRecordsException(String flow, long rejected, String limit, BadRecord last) {
        super("Flow %s met %d bad records and %s. The last one: %s at byte %d%s: %s. Mend the data, or raise the limit."
                .formatted(
                        flow,
                        rejected,
                        limit,
                        last.object(),
                        last.offset(),
                        last.column() == null ? "" : ", column '" + last.column() + "'",
                        last.reason()));
    }

    TooManyBadRecordsException(String flow, long rejected, long read, String limit) {
        super(String.format(
                Locale.ROOT,
                "Flow %s met %d bad records among %d (%.4f) and %s. Mend the data, or raise the limit.",
                flow,
                rejected,
                read,
                read == 0 ? 1.0 : (double) rejected / read,
                limit));
    }
}
