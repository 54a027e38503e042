package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A file of the state that other state names is not there. No retry helps.
public final class StateMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public StateMissingException(String job, String location) {
        super(("The state of job %s names %s, which is not there. Restore it from a copy. If there is none, `tidemark "
                        + "bookmark rewind` to a run before it was written, or `tidemark bookmark reset`: both read "
                        + "objects again.")
                .formatted(job, location));
    }
}
