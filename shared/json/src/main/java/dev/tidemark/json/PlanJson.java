package dev.tidemark.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.FlowCounts;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.SampledFlow;
import dev.tidemark.plan.WorkPlan;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Plans, and the values that plans, results and records share.
final class PlanJson {

    private PlanJson() {}

    static ObjectNode write(WorkPlan plan) {
        ObjectNode node = WireJson.document();
        ArrayNode flows = node.putArray("flows");
        for (FlowPlan flow : plan.flows()) {
            ObjectNode each = flows.addObject().put("name", flow.name());
            each.set("columns", array(flow.columns(), PlanJson::column));
            each.set("counts", counts(flow.counts()));
            each.put("groups", flow.groups());
            each.set("recorded", array(flow.recorded(), PlanJson::object));
            flow.warnings().forEach(each.putArray("warnings")::add);
        }
        ArrayNode chunks = node.putArray("chunks");
        for (Chunk chunk : plan.chunks()) {
            ObjectNode each = chunks.addObject();
            each.put("number", chunk.number()).put("flow", chunk.flow()).put("groups", chunk.groups());
            each.set("inputs", array(chunk.inputs(), PlanJson::input));
        }
        return node;
    }

    static WorkPlan readPlan(JsonNode node) {
        List<FlowPlan> flows = WireJson.list(
                node,
                "flows",
                flow -> new FlowPlan(
                        WireJson.required(flow, "name"),
                        WireJson.list(flow, "columns", PlanJson::readColumn),
                        readCounts(flow.path("counts")),
                        WireJson.smallNumber(flow, "groups"),
                        WireJson.list(flow, "recorded", PlanJson::readObject),
                        WireJson.list(flow, "warnings", WireJson::asText)));
        List<Chunk> chunks = WireJson.list(
                node,
                "chunks",
                chunk -> new Chunk(
                        WireJson.smallNumber(chunk, "number"),
                        WireJson.required(chunk, "flow"),
                        WireJson.smallNumber(chunk, "groups"),
                        WireJson.list(chunk, "inputs", PlanJson::readInput)));
        return new WorkPlan(flows, chunks);
    }

    static ObjectNode sample(SampledFlow sample) {
        ObjectNode node = WireJson.NODES.objectNode().put("name", sample.flow());
        node.set("columns", array(sample.columns(), PlanJson::column));
        new TreeSet<>(sample.splittable()).forEach(node.putArray("splittable")::add);
        sample.warnings().forEach(node.putArray("warnings")::add);
        return node;
    }

    static SampledFlow readSample(JsonNode node) {
        return new SampledFlow(
                WireJson.required(node, "name"),
                WireJson.list(node, "columns", PlanJson::readColumn),
                Set.copyOf(WireJson.list(node, "splittable", WireJson::asText)),
                WireJson.list(node, "warnings", WireJson::asText));
    }

    static ObjectNode counts(FlowCounts counts) {
        ObjectNode node = WireJson.NODES.objectNode();
        node.put("partitionsListed", counts.partitionsListed())
                .put("partitionsPruned", counts.partitionsPruned())
                .put("partitionsKept", counts.partitionsKept())
                .put("listed", counts.listed())
                .put("new", counts.fresh())
                .put("rewritten", counts.rewritten())
                .put("alreadyProcessed", counts.alreadyProcessed());
        ObjectNode ignored = node.putObject("ignoredBy");
        counts.ignoredBy().forEach(ignored::put);
        return node.put("leftObjects", counts.leftObjects()).put("leftBytes", counts.leftBytes());
    }

    private static FlowCounts readCounts(JsonNode node) {
        Map<String, Long> ignored = new TreeMap<>();
        WireJson.fields(node, "ignoredBy")
                .keySet()
                .forEach(reason -> ignored.put(reason, WireJson.number(node.path("ignoredBy"), reason)));
        return new FlowCounts(
                WireJson.number(node, "partitionsListed"),
                WireJson.number(node, "partitionsPruned"),
                WireJson.number(node, "partitionsKept"),
                WireJson.number(node, "listed"),
                WireJson.number(node, "new"),
                WireJson.number(node, "rewritten"),
                WireJson.number(node, "alreadyProcessed"),
                ignored,
                WireJson.number(node, "leftObjects"),
                WireJson.number(node, "leftBytes"));
    }

    private static ObjectNode column(ColumnSpec column) {
        ObjectNode node = WireJson.NODES.objectNode();
        node.put("name", column.name()).put("type", column.type().toString());
        if (column.format() != null) {
            node.put("format", column.format());
        }
        if (column.zone() != null) {
            node.put("zone", column.zone().getId());
        }
        if (column.decimalSeparator() != '.') {
            node.put("decimalSeparator", String.valueOf(column.decimalSeparator()));
        }
        if (column.nullOnly()) {
            node.put("nullOnly", true);
        }
        if (!column.trueValues().isEmpty()) {
            column.trueValues().forEach(node.putArray("trueValues")::add);
        }
        if (!column.falseValues().isEmpty()) {
            column.falseValues().forEach(node.putArray("falseValues")::add);
        }
        return node;
    }

    private static ColumnSpec readColumn(JsonNode node) {
        String zone = WireJson.textOrNull(node.path("zone"));
        String separator = WireJson.textOrNull(node.path("decimalSeparator"));
        return new ColumnSpec(
                WireJson.required(node, "name"),
                DataTypeParser.parse(WireJson.required(node, "type")),
                WireJson.textOrNull(node.path("format")),
                zone == null ? null : ZoneId.of(zone),
                separator == null || separator.isEmpty() ? '.' : separator.charAt(0),
                WireJson.optionalList(node, "trueValues", WireJson::asText),
                WireJson.optionalList(node, "falseValues", WireJson::asText),
                WireJson.optionalFlag(node, "nullOnly"));
    }

    static ObjectNode object(SourceObject object) {
        ObjectNode node = WireJson.NODES.objectNode();
        node.put("location", object.location())
                .put("size", object.sizeBytes())
                .put("modified", object.lastModified().toString())
                .put("etag", object.etag());
        if (object.storageClass() != null) {
            node.put("storageClass", object.storageClass());
        }
        return node;
    }

    static SourceObject readObject(JsonNode node) {
        return new SourceObject(
                WireJson.required(node, "location"),
                WireJson.number(node, "size"),
                Instant.parse(WireJson.required(node, "modified")),
                WireJson.required(node, "etag"),
                WireJson.textOrNull(node.path("storageClass")));
    }

    static ObjectNode input(ChunkInput input) {
        ObjectNode node = object(input.object());
        if (!input.partition().keys().isEmpty()) {
            node.set("partition", partition(input.partition()));
        }
        if (!input.whole()) {
            node.put("from", input.from()).put("to", input.to());
        }
        if (input.rewritten()) {
            node.put("rewritten", true);
        }
        return node;
    }

    static ChunkInput readInput(JsonNode node) {
        return new ChunkInput(
                readObject(node),
                node.has("partition") ? readPartition(node, "partition") : Partition.NONE,
                WireJson.number(node, "from", 0),
                WireJson.number(node, "to", Long.MAX_VALUE),
                WireJson.optionalFlag(node, "rewritten"));
    }

    /// An object in the order of the keys: `{"year": "2026", "region": null}`.
    static ObjectNode partition(Partition partition) {
        ObjectNode node = WireJson.NODES.objectNode();
        for (int i = 0; i < partition.keys().size(); i++) {
            node.put(partition.keys().get(i), partition.values().get(i));
        }
        return node;
    }

    /// @throws IllegalArgumentException when the member is missing, or is no object of texts and nulls
    static Partition readPartition(JsonNode object, String name) {
        JsonNode node = object.path(name);
        if (!node.isObject()) {
            throw new IllegalArgumentException("'" + name + "' is no object");
        }
        List<String> keys = new ArrayList<>();
        List<@Nullable String> values = new ArrayList<>();
        node.properties().forEach(field -> {
            keys.add(field.getKey());
            values.add(WireJson.textOrNull(field.getValue()));
        });
        return new Partition(keys, values);
    }

    /// `[["id","bigint"],["name","string"]]`.
    static ArrayNode fields(List<Field> fields) {
        ArrayNode array = WireJson.NODES.arrayNode();
        for (Field field : fields) {
            array.addArray().add(field.name()).add(field.type().toString());
        }
        return array;
    }

    static List<Field> readFields(JsonNode object, String name) {
        return WireJson.list(object, name, PlanJson::readField);
    }

    static Schema readSchema(JsonNode array) {
        return new Schema(WireJson.elements(array, "schema", PlanJson::readField));
    }

    private static Field readField(JsonNode pair) {
        return new Field(WireJson.asText(pair.path(0)), DataTypeParser.parse(WireJson.asText(pair.path(1))));
    }

    static <T> ArrayNode array(List<T> values, Function<T, ? extends JsonNode> element) {
        ArrayNode array = WireJson.NODES.arrayNode();
        values.forEach(value -> array.add(element.apply(value)));
        return array;
    }
}
