package dev.tidemark.run;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.UnreadableObjectException;

/// Drops what runs staged. To be called for runs that were read as ended, never for a lease that is over (PROTOCOL
/// "discard"): what a commit has named cannot be hidden any more by then.
final class HiddenFiles {

    private HiddenFiles() {}

    static void discard(JobContext context, String runId) {
        if (!context.knowsAllSinks()) {
            discardWhatResultsName(context, runId);
        }
        for (String root : context.stagingRoots()) {
            context.ports().staging().discardRun(root, runId);
        }
    }

    /// Where a sink's location is lost, the results still say what was staged there.
    private static void discardWhatResultsName(JobContext context, String runId) {
        JobState state = new JobState(context);
        String token = null;
        do {
            ListPage page = context.ports().objects().list(context.runFolder(runId), true, token);
            for (SourceObject object : page.objects()) {
                if (object.location().startsWith(context.runFolder(runId) + "result-")) {
                    try {
                        context.ports()
                                .staging()
                                .discard(context.ports()
                                        .codec()
                                        .readResult(state.read(object.location()), object.location())
                                        .files());
                    } catch (StateMissingException | UnreadableObjectException unreadable) {
                        // The run must end; what this one names stays hidden until its folder is removed.
                    }
                }
            }
            token = page.next();
        } while (token != null);
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
