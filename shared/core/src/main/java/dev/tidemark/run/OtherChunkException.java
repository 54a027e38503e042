package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A worker was sent to one chunk and to the place of another. Never retried: the message stays as it is.
public final class OtherChunkException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param asked number that the message has
    /// @param found number of the chunk at the place that it has
    OtherChunkException(String runId, int asked, int found) {
        super(
                "A worker of run %s was asked for chunk %d, and the place in the plan that it was given is that of chunk %d. The message is not one of the plan's list: nothing was done. Start the job again; the aborted run leaves nothing behind."
                        .formatted(runId, asked, found));
    }
}
