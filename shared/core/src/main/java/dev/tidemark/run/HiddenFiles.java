package dev.tidemark.run;

/// Drops what runs staged. To be called for runs that were read as ended, never for a lease that is over (PROTOCOL
/// "discard"): what a commit has named cannot be hidden any more by then.
final class HiddenFiles {

    private HiddenFiles() {}

    static void discard(JobContext context, String runId) {
        for (String root : context.stagingRoots()) {
            context.ports().staging().discardRun(root, runId);
        }
    }

    /// Drops the files of all runs of the job that have ended.
    static void discardOfEndedRuns(JobContext context, JobState state) {
        for (String root : context.stagingRoots()) {
            for (String runId : context.ports().staging().runs(root)) {
                if (state.run(runId).filter(run -> run.state().ended()).isPresent()) {
                    context.ports().staging().discardRun(root, runId);
                }
            }
        }
    }
}
