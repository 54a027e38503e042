package dev.tidemark.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.Reports;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The documents that `--json` prints. Each starts with `wire` and `command`.
public final class CommandJson {

    private CommandJson() {}

    /// @param fields texts, numbers, booleans, nulls, and lists and maps of them
    public static byte[] document(String command, Map<String, @Nullable Object> fields) {
        ObjectNode node = WireJson.document().put("command", command);
        fields.forEach((name, value) -> node.set(name, node(value)));
        return WireJson.bytes(node);
    }

    /// A command that ended by an error before, or instead of, its own document.
    ///
    /// @param job    the job's name, or null when the job file could not be read
    /// @param status FAILED or BUSY
    public static byte[] failure(
            String command, @Nullable String job, String status, RuntimeException error, boolean retryable) {
        ObjectNode node = WireJson.document().put("command", command);
        if (job != null) {
            node.put("job", job);
        }
        node.put("status", status);
        ObjectNode failure = node.putObject("error")
                .put("type", error.getClass().getSimpleName())
                .put("message", String.valueOf(error.getMessage()))
                .put("retryable", retryable);
        if (error instanceof JobFileException jobFile) {
            ArrayNode mistakes = failure.putArray("mistakes");
            for (Mistake mistake : jobFile.mistakes()) {
                mistakes.add(mistake(mistake));
            }
        }
        return WireJson.bytes(node);
    }

    /// A dry run.
    public static byte[] plan(String job, long generation, WorkPlan plan) {
        ObjectNode node = WireJson.document().put("command", "plan").put("job", job);
        node.put("generation", generation);
        ArrayNode flows = node.putArray("flows");
        for (FlowPlan flow : plan.flows()) {
            flows.add(ReportJson.flow(Reports.planned(flow, plan)));
        }
        return WireJson.bytes(node);
    }

    private static ObjectNode mistake(Mistake mistake) {
        ObjectNode node = WireJson.NODES.objectNode();
        node.put("path", mistake.path()).put("line", mistake.line()).put("column", mistake.column());
        return node.put("message", mistake.message()).put("hint", mistake.hint());
    }

    private static JsonNode node(@Nullable Object value) {
        return switch (value) {
            case null -> WireJson.NODES.nullNode();
            case String text -> WireJson.NODES.textNode(text);
            case Boolean flag -> WireJson.NODES.booleanNode(flag);
            case Integer number -> WireJson.NODES.numberNode(number);
            case Long number -> WireJson.NODES.numberNode(number);
            case List<?> list -> {
                ArrayNode array = WireJson.NODES.arrayNode();
                list.forEach(each -> array.add(node(each)));
                yield array;
            }
            case Map<?, ?> map -> {
                ObjectNode object = WireJson.NODES.objectNode();
                map.forEach((name, each) -> object.set(String.valueOf(name), node(each)));
                yield object;
            }
            default -> WireJson.NODES.textNode(value.toString());
        };
    }
}
