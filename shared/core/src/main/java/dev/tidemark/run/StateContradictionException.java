package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A job's head and one of its runs say different things. They change in one transaction, so somebody else wrote one
/// of them. No retry helps.
public final class StateContradictionException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public StateContradictionException(String job, String runId, String run, String head) {
        super(
                ("The state of job %s contradicts itself: run %s is %s, and the job is %s. Tidemark changes both together, "
                                + "so the state was edited, or only part of it was restored from a copy. Restore all of the "
                                + "job's state from one copy. If there is none, start the job on another --state, after "
                                + "`tidemark bookmark set-now` there: what is in the output already is then not read again.")
                        .formatted(job, runId, run, head));
    }
}
