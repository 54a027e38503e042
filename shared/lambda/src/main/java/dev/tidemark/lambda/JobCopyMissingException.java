package dev.tidemark.lambda;

import dev.tidemark.data.TidemarkException;

/// A run does not have its copy of the job file, which its Plan makes before anything else. Never retried: no later
/// step makes it.
public final class JobCopyMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param location where it should be
    public JobCopyMissingException(String runId, String location) {
        super(
                "Run %s has no copy of its job file at %s: Plan never began it, or somebody deleted the copy. Start the job again."
                        .formatted(runId, location));
    }
}
