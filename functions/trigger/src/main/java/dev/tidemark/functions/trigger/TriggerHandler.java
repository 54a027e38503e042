package dev.tidemark.functions.trigger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.BrokenMessageException;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.Wire;
import dev.tidemark.run.Run;
import java.util.List;
import java.util.function.Supplier;

/// Turns messages into runs: batches of the queue, and single messages of whoever invokes it. Sweeps.
public final class TriggerHandler extends Handler {

    public TriggerHandler() {
        this(AwsOutside::atFirstMessage);
    }

    public TriggerHandler(Supplier<Outside> outside) {
        super("trigger", outside);
    }

    @Override
    protected ObjectNode answer(JsonNode message, Invocation invocation) {
        JsonNode records = message.path("Records");
        if (records.isArray() && records.path(0).path("eventSource").asText().equals("aws:sqs")) {
            return new Batch(invocation).run(records);
        }
        List<Trigger> triggers = new Triggers(invocation.settings().stateMachines()).read(message);
        if (triggers.size() != 1) {
            throw new BrokenMessageException("whoever invokes the function itself sends one event at a time");
        }
        return answer(triggers.getFirst(), invocation);
    }

    private static ObjectNode answer(Trigger trigger, Invocation invocation) {
        Starts starts = new Starts(invocation);
        Delivery delivery = new Delivery(invocation.requestId(), invocation.now());
        return switch (trigger) {
            case Trigger.Scheduled(String job, var time) -> woken(starts, job, RunIds.of(time, "schedule " + job));
            case Trigger.NewObject object -> {
                List<String> jobs = object.job()
                        .map(List::of)
                        .orElseGet(() -> new Readers(invocation.jobFiles()).of(object.bucket(), object.key()));
                boolean started = false;
                for (String job : jobs) {
                    started |= starts.wake(job, RunIds.of(delivery.time(), delivery.id() + " " + job));
                }
                yield Wire.answer(started ? "STARTED" : "QUIET");
            }
            case Trigger.Start start -> {
                String runId = start.runId().orElseGet(() -> RunIds.of(delivery.time(), delivery.id()));
                starts.start(start.job(), runId, start.options());
                yield Wire.answer("STARTED").put("runId", runId);
            }
            case Trigger.ExecutionEnded(String job, String runId, String status) -> {
                Run run = starts.abort(job, runId, status);
                yield Wire.answer(run.state().name());
            }
            case Trigger.Next(String job, String runId) -> Wire.answer(starts.next(job, runId) ? "STARTED" : "QUIET");
            case Trigger.Sweep() -> new Sweep(invocation).run(delivery);
            case Trigger.Nothing(String why) -> Wire.answer("QUIET").put("why", why);
        };
    }

    private static ObjectNode woken(Starts starts, String job, String runId) {
        return starts.wake(job, runId) ? Wire.answer("STARTED").put("runId", runId) : Wire.answer("QUIET");
    }
}
