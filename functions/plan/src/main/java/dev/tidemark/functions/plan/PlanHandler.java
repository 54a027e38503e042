package dev.tidemark.functions.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.job.Job;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.DeployedJob;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Metrics;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.Settings;
import dev.tidemark.lambda.Telling;
import dev.tidemark.lambda.Wire;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunEndedException;
import java.util.function.Supplier;

/// Behind the state Plan: what a plan is, [PlanStep] says.
public final class PlanHandler extends Handler {

    private static final int CONCURRENCY = 100;

    public PlanHandler() {
        this(AwsOutside::atFirstMessage);
    }

    public PlanHandler(Supplier<Outside> outside) {
        super("plan", outside);
    }

    @Override
    protected ObjectNode answer(JsonNode message, Invocation invocation) {
        Wire.check(message);
        String job = Wire.job(message);
        String runId = Wire.runId(message);
        RunOptions options = RunOptions.read(message.path("request"));
        DeployedJob deployed = invocation.jobFiles().freeze(job, runId);
        JobContext context = invocation.context(deployed.job());
        PlanOutcome outcome = PlanStep.drafting().run(context, options.of(deployed.job(), runId, deployed.params()));
        new Metrics(job).millis(invocation.millis()).write(invocation);
        return switch (outcome) {
            case PlanOutcome.Planned planned -> planned(invocation.settings(), context, planned);
            case PlanOutcome.Probe _ -> Wire.answer("PROBE");
            case PlanOutcome.NothingToDo _ -> ended("NOTHING_TO_DO", context, invocation);
            case PlanOutcome.Busy(String holder) ->
                Wire.answer("BUSY").put("holder", holder).put("due", false);
            case PlanOutcome.Ended(Run run) -> {
                if (run.state() == Run.State.ABORTED) {
                    throw new RunEndedException(runId, run.state());
                }
                yield ended(run.state().name(), context, invocation);
            }
        };
    }

    /// What is recorded unread makes a plan without chunks: it has nothing to be processed.
    private static ObjectNode planned(Settings settings, JobContext context, PlanOutcome.Planned planned) {
        if (planned.plan().chunks().isEmpty()) {
            return Wire.answer("NOTHING_TO_READ");
        }
        Job job = context.job();
        Integer concurrency = job.concurrency();
        return Wire.answer("PLANNED")
                .put("bucket", settings.bucket())
                .put("chunks", settings.key(planned.items()))
                .put("mapResults", settings.key(context.runFolder(planned.runId())) + "map")
                .put("concurrency", concurrency == null ? CONCURRENCY : concurrency);
    }

    /// Plan may have finished an earlier run's commit. Where it goes on, this run's Commit tells of both.
    private static ObjectNode ended(String kind, JobContext context, Invocation invocation) {
        Head head = new JobState(context).head();
        new Telling(invocation).tell(context, head);
        return Wire.answer(kind).put("due", head.due());
    }
}
