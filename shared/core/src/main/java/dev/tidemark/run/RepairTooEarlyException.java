package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.time.Instant;

/// A run cannot be repaired yet: a publisher's completion of a file may still be under way.
public final class RepairTooEarlyException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public RepairTooEarlyException(String runId, Instant until) {
        super(("Run %s cannot be repaired before %s: a publisher may still be completing the files that look lost. Wait"
                        + " until then, and nobody may publish it in between.")
                .formatted(runId, until));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
