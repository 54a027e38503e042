package dev.tidemark.functions.trigger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.lambda.BrokenMessageException;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.Wire;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads messages of every sender. A new one is a case here, a sample in `events/` and a rule in `infra/`.
///
/// @param stateMachines ARN of the jobs' state machines without the job's name
record Triggers(String stateMachines) {

    private static final Set<String> BAD_ENDS = Set.of("FAILED", "TIMED_OUT", "ABORTED");

    /// @return more than one only for S3's own notifications
    /// @throws BrokenMessageException when it is none of the known messages
    /// @throws dev.tidemark.lambda.WireVersionException when it is one of ours of another version
    List<Trigger> read(String body) {
        return read(Wire.read(body), true);
    }

    List<Trigger> read(JsonNode message) {
        return read(message, true);
    }

    private List<Trigger> read(JsonNode message, boolean mayBeWrapped) {
        if (message.has("wire")) {
            Wire.check(message);
            return List.of(own(message));
        }
        if (message.has("detail-type")) {
            return List.of(eventBridge(message));
        }
        if (mayBeWrapped && message.path("Type").asText().equals("Notification")) {
            return read(Wire.read(Wire.text(message, "Message")), false);
        }
        if (message.path("Event").asText().equals("s3:TestEvent")) {
            return List.of(new Trigger.Nothing("S3 tries whether it may send notifications"));
        }
        if (message.path("Records").isArray() && !message.path("Records").isEmpty()) {
            List<Trigger> all = new ArrayList<>();
            message.path("Records").forEach(entry -> all.add(notification(entry)));
            return all;
        }
        throw new BrokenMessageException("it comes from nobody who is known here");
    }

    private static Trigger own(JsonNode message) {
        String kind = Wire.text(message, "kind");
        return switch (kind) {
            case "schedule" -> new Trigger.Scheduled(Wire.job(message), Wire.time(message, "time"));
            case "object" ->
                new Trigger.NewObject(
                        Optional.of(Wire.job(message)), Wire.text(message, "bucket"), Wire.text(message, "key"));
            case "start" -> start(message);
            case "next" -> new Trigger.Next(Wire.job(message), Wire.runId(message));
            case "sweep" -> new Trigger.Sweep();
            default -> throw new BrokenMessageException("its 'kind' is none of schedule, object, start, next, sweep");
        };
    }

    private static Trigger start(JsonNode message) {
        Optional<String> runId = message.has("runId") ? Optional.of(Wire.runId(message)) : Optional.empty();
        return new Trigger.Start(Wire.job(message), runId, RunOptions.read(message.path("request")));
    }

    /// Keys in EventBridge's events are as they are.
    private Trigger eventBridge(JsonNode event) {
        JsonNode detail = event.path("detail");
        return switch (Wire.text(event, "detail-type")) {
            case "Object Created" ->
                new Trigger.NewObject(
                        Optional.empty(),
                        Wire.text(detail.path("bucket"), "name"),
                        Wire.text(detail.path("object"), "key"));
            case "Step Functions Execution Status Change" -> statusChange(detail);
            case String other -> new Trigger.Nothing("nobody waits for '" + other + "'");
        };
    }

    /// Children of a Map have ARNs of their own, `…stateMachine:name/Label`: their parent's end is the run's.
    private Trigger statusChange(JsonNode detail) {
        String machine = Wire.text(detail, "stateMachineArn");
        String status = Wire.text(detail, "status");
        String runId = Wire.text(detail, "name");
        if (stateMachines.isEmpty() || !machine.startsWith(stateMachines) || machine.indexOf('/') >= 0) {
            return new Trigger.Nothing("the execution is none of a job's run");
        }
        if (!BAD_ENDS.contains(status)) {
            return new Trigger.Nothing("the execution is " + status);
        }
        if (!RunIds.valid(runId)) {
            return new Trigger.Nothing("the execution was started by hand and is no run");
        }
        return new Trigger.ExecutionEnded(machine.substring(stateMachines.length()), runId, status);
    }

    /// Keys in S3's own notifications are URL-encoded, once, a blank as `+`
    /// (docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html).
    private static Trigger notification(JsonNode entry) {
        String name = Wire.text(entry, "eventName");
        if (!name.startsWith("ObjectCreated:")) {
            return new Trigger.Nothing("nobody waits for '" + name + "'");
        }
        JsonNode s3 = entry.path("s3");
        String encoded = Wire.text(s3.path("object"), "key");
        try {
            return new Trigger.NewObject(
                    Optional.empty(),
                    Wire.text(s3.path("bucket"), "name"),
                    URLDecoder.decode(encoded, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notEncoded) {
            throw new BrokenMessageException("the key '" + encoded + "' is not URL-encoded");
        }
    }
}
