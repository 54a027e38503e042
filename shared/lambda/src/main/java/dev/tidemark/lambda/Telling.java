package dev.tidemark.lambda;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.run.CommittedChange;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Run;
import dev.tidemark.run.TellStep;
import java.time.Instant;

/// Tells of a job's commits that nobody has told of yet, by an event each: what is told, [TellStep] says.
///
/// Those who settle commits call it, and the sweep for whoever died before. A run is committed also when nobody can
/// be told: that is logged, and the next sweep tries again.
public final class Telling {

    private final Invocation invocation;
    private boolean refused;

    /// @param invocation whose clock ends it; of many jobs, none asks a bus again that refused another's event
    public Telling(Invocation invocation) {
        this.invocation = invocation;
    }

    /// @param head of the job as it was read last
    public void tell(JobContext context, Head head) {
        if (refused || head.untold().isEmpty()) {
            return;
        }
        String job = context.job().name();
        try {
            int _ = new TellStep(context, (run, change) -> put(job, run, change)).run(head);
        } catch (TidemarkException problem) {
            invocation.log(
                    "ERROR",
                    "of commits of the job nobody could be told, the next sweep tries again: " + problem.getMessage(),
                    Wire.object()
                            .put("job", job)
                            .put("error", problem.getClass().getName()));
            new Metrics(job).alsoOfStage().count("TellFailed", 1).write(invocation);
        }
    }

    private void put(String job, Run run, CommittedChange change) {
        ObjectNode event = CommittedEvent.of(invocation.settings().stage(), job, run.runId(), change);
        refused = true;
        // The commit's time, not the telling's: told twice, it wakes those that wait for it by the same name.
        invocation
                .outside()
                .bus()
                .put(
                        CommittedEvent.SOURCE,
                        CommittedEvent.DETAIL_TYPE,
                        Instant.ofEpochMilli(run.endedAt()),
                        event.toString());
        refused = false;
    }
}
