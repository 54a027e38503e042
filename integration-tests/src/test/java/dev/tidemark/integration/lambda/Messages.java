package dev.tidemark.integration.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// Messages as Lambda passes them on.
final class Messages {

    private Messages() {}

    /// A batch of SQS (docs.aws.amazon.com/lambda/latest/dg/with-sqs.html).
    static JsonNode batch(Instant sent, List<String> bodies) {
        ObjectNode event = VirtualStage.JSON.createObjectNode();
        ArrayNode records = event.putArray("Records");
        for (String body : bodies) {
            ObjectNode entry = records.addObject()
                    .put("messageId", "message-" + records.size())
                    .put("eventSource", "aws:sqs")
                    .put("body", body);
            entry.putObject("attributes").put("SentTimestamp", Long.toString(sent.toEpochMilli()));
        }
        return event;
    }

    /// An event of a new object, as EventBridge passes it on: its key as it is.
    static String created(String location) {
        int end = location.indexOf('/', "s3://".length());
        return "{\"detail-type\":\"Object Created\",\"detail\":{\"bucket\":{\"name\":\""
                + location.substring("s3://".length(), end) + "\"},\"object\":{\"key\":\"" + location.substring(end + 1)
                + "\"}}}";
    }

    /// What a function is sent, without what differs from run to run: its fields, and the kind of message.
    static String outline(String function, JsonNode message) {
        NavigableSet<String> fields = new TreeSet<>();
        message.fieldNames().forEachRemaining(fields::add);
        return function + " " + message.path("kind").asText() + " " + fields;
    }

    static ObjectNode step(String runId) {
        return VirtualStage.JSON
                .createObjectNode()
                .put("wire", 1)
                .put("job", Birdstrikes.JOB)
                .put("runId", runId);
    }

    static ObjectNode abort(String runId) {
        ObjectNode message = step(runId);
        message.putObject("error").put("Error", "States.Timeout").put("Cause", "");
        return message;
    }
}
