package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// The commit that stands was decided for other folders than the job's, and its staged files lie in the job's too:
/// state and data were moved or copied together in the middle of a commit. Nothing was done.
public final class JobFolderMovedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    JobFolderMovedException(String runId, String target, String root) {
        super(
                ("The commit of run %s was decided for %s, and files that it staged lie below %s too: the job's folder was moved"
                                + " or copied while the commit was being published. To finish it here would write and delete there."
                                + " A folder that was moved: put it back, start the job once, and move it then. A copy: copy it again"
                                + " after the job has run to its end where it was.")
                        .formatted(runId, target, root));
    }
}
