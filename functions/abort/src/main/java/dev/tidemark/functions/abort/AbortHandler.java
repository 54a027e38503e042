package dev.tidemark.functions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.Telling;
import dev.tidemark.lambda.Wire;
import dev.tidemark.run.AbortStep;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.Run;
import java.util.function.Supplier;

/// Behind the state Abort: what an abort is, [AbortStep] says. Answers the error that ended the execution,
/// as its own words; of a Map that failed, those of a chunk.
public final class AbortHandler extends Handler {

    /// The run met new fields and ended; what it met is kept, and the next run is to be started with it.
    private static final String GREW = "GREW";

    public AbortHandler() {
        this(AwsOutside::atFirstMessage);
    }

    public AbortHandler(Supplier<Outside> outside) {
        super("abort", outside);
    }

    @Override
    protected ObjectNode answer(JsonNode message, Invocation invocation) {
        Wire.check(message);
        String job = Wire.job(message);
        String runId = Wire.runId(message);
        JobContext context = invocation.context(invocation.jobFiles().frozenOrDeployed(job, runId));
        Failure failure = Failure.of(message.path("error"));
        if (failure.ofMap()) {
            failure = ofChunk(context, runId, failure);
        }
        Run run = new AbortStep().run(context, runId, failure.report());
        Head head = new JobState(context).head();
        new Telling(invocation).tell(context, head);
        boolean grew = run.state() == Run.State.ABORTED && failure.report().grew() && head.due();
        return Wire.answer(grew ? GREW : run.state().name())
                .put("error", failure.raised())
                .put("cause", failure.cause());
    }

    /// The run must end, also when nobody can tell why: what the Map said is better than a claim that stays.
    private static Failure ofChunk(JobContext context, String runId, Failure ofMap) {
        try {
            return new FailedChunks(context, runId).first().orElse(ofMap);
        } catch (TidemarkException unreadable) {
            return ofMap;
        }
    }
}
