package dev.tidemark.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.Reports;
import dev.tidemark.run.RunReport;
import java.nio.charset.StandardCharsets;
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
    /// @param runId  the run it is about, or null
    /// @param status FAILED, ABORTED or BUSY
    public static byte[] failure(
            String command, @Nullable String job, @Nullable String runId, String status, TidemarkException error) {
        ObjectNode node = WireJson.document().put("command", command);
        if (job != null) {
            node.put("job", job);
        }
        if (runId != null) {
            node.put("runId", runId);
        }
        node.put("status", status);
        ObjectNode failure = node.putObject("error")
                .put("type", error.getClass().getSimpleName())
                .put("message", String.valueOf(error.getMessage()))
                .put("retryable", error.retryable());
        if (error instanceof JobFileException jobFile) {
            failure.set("mistakes", node(mistakes(jobFile.mistakes())));
        }
        return WireJson.bytes(node);
    }

    /// Mistakes or warnings of a job file, as a value for [#document(String, Map)].
    public static List<Object> mistakes(List<Mistake> mistakes) {
        return List.copyOf(mistakes);
    }

    /// A document of the work area, as a value for [#document(String, Map)].
    ///
    /// @param from its name, for the error
    public static Object embedded(byte[] document, String from) {
        return WireJson.read(document, from);
    }

    /// JSON as it stands, with all its digits, as a value for [#document(String, Map)].
    ///
    /// @param json one value, UTF-8
    public static Object asItStands(byte[] json) {
        return WireJson.NODES.rawValueNode(new RawValue(new String(json, StandardCharsets.UTF_8)));
    }

    /// A dry run.
    ///
    /// @param cost of planning
    public static byte[] plan(String job, long generation, WorkPlan plan, RunReport.Cost cost) {
        ObjectNode node = WireJson.document().put("command", "plan").put("job", job);
        node.put("generation", generation);
        ArrayNode flows = node.putArray("flows");
        for (FlowPlan flow : plan.flows()) {
            long bytes = plan.chunks().stream()
                    .filter(chunk -> chunk.flow().equals(flow.name()))
                    .mapToLong(Chunk::sizeBytes)
                    .sum();
            // In a plan: what the run would read.
            flows.add(ReportJson.flow(Reports.planned(flow, plan)).put("bytesRead", bytes));
        }
        node.set("cost", ReportJson.cost(cost));
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
            case JsonNode node -> node;
            case Mistake mistake -> mistake(mistake);
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
