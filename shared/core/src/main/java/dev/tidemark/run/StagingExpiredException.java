package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.time.Instant;

/// The files that a run staged are so old that the store may drop them in the middle of publishing.
public final class StagingExpiredException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public StagingExpiredException(String runId, int chunk, Instant stagedAt, long mostDays) {
        super(
                ("Run %s cannot commit: chunk %d staged its files at %s, more than %d days ago, and stores drop hidden files"
                                + " after a week. Nothing of the run became visible. Abort it and start the job again.")
                        .formatted(runId, chunk, stagedAt, mostDays));
    }
}
