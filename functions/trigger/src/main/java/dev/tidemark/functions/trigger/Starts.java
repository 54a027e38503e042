package dev.tidemark.functions.trigger;

import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.Telling;
import dev.tidemark.run.AbortStep;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunReport;
import dev.tidemark.run.WakeStep;
import java.time.Instant;

/// Does what triggers ask for, one at a time.
final class Starts {

    private final Invocation invocation;

    Starts(Invocation invocation) {
        this.invocation = invocation;
    }

    private JobContext context(String job) {
        return invocation.context(invocation.jobFiles().deployed(job).job());
    }

    /// Somebody came to a job. The mark is set before the look.
    ///
    /// @return whether a run was started
    boolean wake(String job, String runId) {
        return new WakeStep(context(job), invocation.outside().stateMachines()).wake(runId);
    }

    /// The next run after one that was released. Its id is the same each time it is asked for.
    ///
    /// @return whether it was started
    boolean next(String job, String runId) {
        JobContext context = context(job);
        long endedAt = new JobState(context).run(runId).map(Run::endedAt).orElse(0L);
        Instant time = endedAt == 0 ? invocation.now() : Instant.ofEpochMilli(endedAt);
        return new WakeStep(context, invocation.outside().stateMachines())
                .next(RunIds.of(time, "next " + job + " " + runId));
    }

    /// A run as somebody wants it. While another holds the job it ends at once, and leaves a mark.
    void start(String job, String runId, RunOptions options) {
        // Whoever names a job that is not there is told here, not by an execution.
        var _ = invocation.jobFiles().deployed(job);
        invocation.outside().stateMachines().start(job, runId, options);
    }

    /// Catch does not see every end of an execution.
    Run abort(String job, String runId, String status) {
        JobContext context = invocation.contextOfMany(invocation.jobFiles().frozenOrDeployed(job, runId));
        Run run = new AbortStep()
                .run(
                        context,
                        runId,
                        new RunReport.Failure(
                                "States." + status,
                                "its execution ended as " + status + "; start the job again",
                                true));
        new Telling(invocation).tell(context, new JobState(context).head());
        return run;
    }
}
