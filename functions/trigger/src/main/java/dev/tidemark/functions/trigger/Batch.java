package dev.tidemark.functions.trigger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.Wire;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A batch of the queue. However many messages wake a job, it is woken once; only those whose work failed
/// come again.
final class Batch {

    /// Who comes to a job with a batch.
    ///
    /// @param runId    of the run that the first one wants
    /// @param messages all of them
    private record Callers(String runId, Set<String> messages) {}

    private final Invocation invocation;
    private final Triggers triggers;
    private final Starts starts;
    private final Readers readers;
    private final Map<String, Callers> wakes = new LinkedHashMap<>();
    private final Set<String> failed = new LinkedHashSet<>();

    Batch(Invocation invocation) {
        this.invocation = invocation;
        this.triggers = new Triggers(invocation.settings().stateMachines());
        this.starts = new Starts(invocation);
        this.readers = new Readers(invocation.jobFiles());
    }

    /// @param records of SQS
    /// @return SQS's answer: `{"batchItemFailures":[{"itemIdentifier":…}]}`
    ObjectNode run(JsonNode records) {
        records.forEach(this::take);
        wakes.forEach((job, callers) -> attempt(job, List.copyOf(callers.messages), () -> {
            boolean started = starts.wake(job, callers.runId);
            invocation.log(
                    "INFO",
                    started ? "a run is started" : "a mark is left for the run that holds the job",
                    Wire.object().put("job", job).put("runId", callers.runId).put("messages", callers.messages.size()));
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
                take(trigger, delivery);
            }
        });
    }

    private Instant sent(JsonNode entry) {
        String millis = entry.path("attributes").path("SentTimestamp").asText();
        return millis.matches("[0-9]{1,15}") ? Instant.ofEpochMilli(Long.parseLong(millis)) : invocation.now();
    }

    private void take(Trigger trigger, Delivery delivery) {
        switch (trigger) {
            case Trigger.Scheduled(String job, Instant time) ->
                wakes(job, RunIds.of(time, "schedule " + job), delivery);
            case Trigger.NewObject object -> {
                List<String> jobs =
                        object.job().map(List::of).orElseGet(() -> readers.of(object.bucket(), object.key()));
                jobs.forEach(job -> wakes(job, RunIds.of(delivery.time(), delivery.id() + " " + job), delivery));
            }
            case Trigger.Start start -> {
                String runId = start.runId().orElseGet(() -> RunIds.of(delivery.time(), delivery.id()));
                if (start.options().equals(RunOptions.NONE) && start.runId().isEmpty()) {
                    wakes(start.job(), runId, delivery);
                } else {
                    starts.start(start.job(), runId, start.options());
                }
            }
            case Trigger.ExecutionEnded(String job, String runId, String status) -> {
                var _ = starts.abort(job, runId, status);
            }
            case Trigger.Next(String job, String runId) -> {
                boolean _ = starts.next(job, runId);
            }
            case Trigger.Sweep() -> {
                var _ = new Sweep(invocation).run(delivery);
            }
            case Trigger.Nothing(String why) ->
                invocation.log("INFO", why, Wire.object().put("messageId", delivery.id()));
        }
    }

    private void wakes(String job, String runId, Delivery delivery) {
        wakes.computeIfAbsent(job, absent -> new Callers(runId, new LinkedHashSet<>()))
                .messages
                .add(delivery.id());
    }

    private void attempt(String job, List<String> messages, Runnable work) {
        try {
            work.run();
        } catch (TidemarkException problem) {
            failed.addAll(messages);
            ObjectNode about = Wire.object().put("error", problem.getClass().getName());
            if (!job.isEmpty()) {
                about.put("job", job);
            }
            ArrayNode ids = about.putArray("messageIds");
            new ArrayList<>(messages).forEach(ids::add);
            invocation.log("ERROR", String.valueOf(problem.getMessage()), about);
        }
    }
}
