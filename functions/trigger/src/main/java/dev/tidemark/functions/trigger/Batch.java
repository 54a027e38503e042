package dev.tidemark.functions.trigger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.functions.trigger.Dispatcher.Wake;
import dev.tidemark.functions.trigger.Dispatcher.Work;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Wire;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// A batch of the queue. However many messages wake a job, it is woken once; only those whose work failed
/// come again.
final class Batch {

    /// Who comes to a job with a batch.
    ///
    /// @param first    the run that the first one wants
    /// @param messages all of them
    private record Callers(Wake first, Set<String> messages) {}

    private final Invocation invocation;
    private final Triggers triggers;
    private final Dispatcher dispatcher;
    private final Map<String, Callers> wakes = new LinkedHashMap<>();
    private final List<Later> others = new ArrayList<>();
    private final Set<String> failed = new LinkedHashSet<>();

    /// What may take long: nobody's wake waits for it.
    private record Later(String message, Supplier<ObjectNode> work) {}

    Batch(Invocation invocation) {
        this.invocation = invocation;
        this.triggers = new Triggers(invocation.settings().stateMachines());
        this.dispatcher = new Dispatcher(invocation);
    }

    /// @param records of SQS
    /// @return SQS's answer: `{"batchItemFailures":[{"itemIdentifier":…}]}`
    ObjectNode run(JsonNode records) {
        records.forEach(this::take);
        wakes.forEach((job, callers) -> attempt(job, List.copyOf(callers.messages), () -> {
            boolean _ = dispatcher.wake(callers.first, callers.messages.size());
        }));
        others.forEach(later -> attempt("", List.of(later.message), () -> {
            ObjectNode _ = later.work.get();
        }));
        ObjectNode answer = Wire.object();
        ArrayNode failures = answer.putArray("batchItemFailures");
        failed.forEach(id -> failures.addObject().put("itemIdentifier", id));
        return answer;
    }

    private void take(JsonNode entry) {
        String id = Wire.text(entry, "messageId");
        attempt("", List.of(id), () -> {
            Delivery delivery = new Delivery(id, sent(entry));
            for (Trigger trigger : triggers.read(Wire.text(entry, "body"))) {
                switch (dispatcher.of(trigger, delivery)) {
                    case Work.Wakes(List<Wake> jobs) -> jobs.forEach(wake -> wakes(wake, delivery));
                    case Work.Other(Supplier<ObjectNode> work) -> others.add(new Later(id, work));
                }
            }
        });
    }

    /// A message whose time cannot be read gets another run's id each time it is delivered, which costs a run at most.
    private Instant sent(JsonNode entry) {
        String millis = entry.path("attributes").path("SentTimestamp").asText();
        return millis.matches("[0-9]{1,14}") ? Instant.ofEpochMilli(Long.parseLong(millis)) : invocation.now();
    }

    private void wakes(Wake wake, Delivery delivery) {
        wakes.computeIfAbsent(wake.job(), absent -> new Callers(wake, new LinkedHashSet<>()))
                .messages
                .add(delivery.id());
    }

    /// Whatever happens to a message, the others are not its victims: it alone comes again, and at last goes to the
    /// queue of dead letters.
    private void attempt(String job, List<String> messages, Runnable work) {
        if (invocation.over()) {
            comesAgain(job, messages, "no time is left for it; it comes again", "WARN", Wire.object());
            return;
        }
        try {
            work.run();
        } catch (TidemarkException problem) {
            comesAgain(
                    job,
                    messages,
                    String.valueOf(problem.getMessage()),
                    "ERROR",
                    Wire.object().put("error", problem.getClass().getName()));
        } catch (RuntimeException fault) {
            comesAgain(job, messages, "met a fault of Tidemark: " + fault, "ERROR", Faults.about(fault));
        }
    }

    private void comesAgain(String job, List<String> messages, String why, String level, ObjectNode about) {
        failed.addAll(messages);
        if (!job.isEmpty()) {
            about.put("job", job);
        }
        ArrayNode ids = about.putArray("messageIds");
        messages.forEach(ids::add);
        invocation.log(level, why, about);
    }
}
