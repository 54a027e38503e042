package dev.tidemark.functions.trigger;

import dev.tidemark.data.TidemarkException;

/// A sweep met a fault of Tidemark itself. All other jobs were looked after.
public final class SweepFailedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param job   the first one
    /// @param jobs  how many
    /// @param fault of the first one
    SweepFailedException(String job, int jobs, RuntimeException fault) {
        super(
                "The sweep met a fault of Tidemark in %d job(s), first in %s: %s. The other jobs were looked after; the log has each fault with its place. Report it, and look after the job by hand: tidemark runs finish."
                        .formatted(jobs, job, fault),
                fault);
    }
}
