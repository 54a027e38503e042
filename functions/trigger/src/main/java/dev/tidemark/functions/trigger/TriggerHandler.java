package dev.tidemark.functions.trigger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.functions.trigger.Dispatcher.Wake;
import dev.tidemark.functions.trigger.Dispatcher.Work;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.BrokenMessageException;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.Wire;
import java.util.ArrayList;
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
        Dispatcher dispatcher = new Dispatcher(invocation);
        return switch (dispatcher.of(trigger, new Delivery(invocation.requestId(), invocation.now()))) {
            case Work.Wakes(List<Wake> wakes) -> woken(dispatcher, wakes);
            case Work.Other(Supplier<ObjectNode> work) -> work.get();
        };
    }

    private static ObjectNode woken(Dispatcher dispatcher, List<Wake> wakes) {
        List<Wake> started = new ArrayList<>();
        for (Wake wake : wakes) {
            if (dispatcher.wake(wake, 1)) {
                started.add(wake);
            }
        }
        ObjectNode answer = Wire.answer(started.isEmpty() ? "QUIET" : "STARTED");
        if (started.size() == 1) {
            answer.put("runId", started.getFirst().runId());
        }
        return answer;
    }
}
