package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// The job's head is lost, or older than its generations: a state that was restored or edited in part.
///
/// A run that went on from there would read again what was committed, and could never finish. Nothing was changed.
public final class HeadBehindException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public HeadBehindException(String job, long head, long newest) {
        super(
                ("The head of job %1$s stands at generation %2$d, but generation %3$d is there: the head was lost, or restored "
                                + "from an older copy. Nothing was touched. Restore head and generations from one copy, or go on "
                                + "from the newest generation with: tidemark bookmark rewind JOB g:%3$d")
                        .formatted(job, head, newest));
    }
}
