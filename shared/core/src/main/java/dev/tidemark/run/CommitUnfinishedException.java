package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A commit's call ran out of time before it decided anything. What it read is kept: the next call goes on behind it.
public final class CommitUnfinishedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param read results that were read, in order
    CommitUnfinishedException(String runId, int read, int chunks) {
        super(
                "The commit of run %s has read %,d of %,d results and its time is over. Nothing is decided; call it again, and it goes on from there."
                        .formatted(runId, read, chunks));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
