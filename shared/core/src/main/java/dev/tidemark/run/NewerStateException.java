package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// State was written by a newer version of Tidemark.
public final class NewerStateException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public NewerStateException(String job, long found, long known) {
        super(
                "The state of job %s has format %d; this version of Tidemark knows formats up to %d. Run a newer version, or another --state."
                        .formatted(job, found, known));
    }
}
