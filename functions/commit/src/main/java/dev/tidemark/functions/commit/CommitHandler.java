package dev.tidemark.functions.commit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Metrics;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.Telling;
import dev.tidemark.lambda.Wire;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.CommitUnfinishedException;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.PublishingException;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunEndedException;
import java.util.function.Supplier;

/// Behind the state Commit: what a commit is, [CommitStep] says.
public final class CommitHandler extends Handler {

    /// As many connections are kept open (jvm-flags.properties).
    private static final int READS_AT_ONCE = 32;

    public CommitHandler() {
        this(AwsOutside::atFirstMessage);
    }

    public CommitHandler(Supplier<Outside> outside) {
        super("commit", outside);
    }

    @Override
    protected ObjectNode answer(JsonNode message, Invocation invocation) {
        Wire.check(message);
        String job = Wire.job(message);
        String runId = Wire.runId(message);
        JobContext context = invocation.context(invocation.jobFiles().frozen(job, runId));
        Run run;
        try {
            run = new CommitStep(invocation.began(), READS_AT_ONCE).run(context, runId);
        } catch (CommitUnfinishedException undecided) {
            return Wire.answer("MORE");
        } catch (PublishingException unfinished) {
            // Out of time, not in somebody's way: the next call goes on where this one stopped.
            if (invocation.over()) {
                return Wire.answer("MORE");
            }
            throw unfinished;
        }
        if (run.state() == Run.State.ABORTED) {
            throw new RunEndedException(runId, run.state());
        }
        new Metrics(job).millis(invocation.millis()).write(invocation);
        Head head = new JobState(context).head();
        new Telling(invocation).tell(context, head);
        return Wire.answer(run.state().name()).put("due", head.due());
    }
}
