package dev.tidemark.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.SchemaChange;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Schema;
import dev.tidemark.partition.Partition;
import dev.tidemark.run.CommitRecord;
import dev.tidemark.sink.ChunkCounts;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Results, records, generations and tables.
final class CommitJson {

    private CommitJson() {}

    static ObjectNode result(ChunkResult result) {
        ObjectNode node = WireJson.document();
        node.put("chunk", result.chunk()).put("flow", result.flow()).put("attempt", result.attempt());
        node.set("taken", PlanJson.array(result.taken(), PlanJson::input));
        node.set("deferred", PlanJson.array(result.deferred(), PlanJson::input));
        node.set("gone", PlanJson.array(result.gone(), PlanJson::input));
        node.set("files", PlanJson.array(result.files(), CommitJson::file));
        node.set("counts", counts(result.counts()));
        node.set("sinkSchemas", PlanJson.array(result.sinkSchemas(), schema -> PlanJson.fields(schema.fields())));
        if (result.newFields() != null) {
            node.set("newFields", PlanJson.fields(result.newFields().fields()));
        }
        if (!result.quarantined().isEmpty()) {
            result.quarantined().forEach(node.putArray("quarantined")::add);
        }
        result.warnings().forEach(node.putArray("warnings")::add);
        return node.put("startMillis", result.startMillis()).put("endMillis", result.endMillis());
    }

    static ChunkResult readResult(JsonNode node) {
        return new ChunkResult(
                WireJson.smallNumber(node, "chunk"),
                WireJson.required(node, "flow"),
                WireJson.required(node, "attempt"),
                WireJson.list(node, "taken", PlanJson::readInput),
                WireJson.list(node, "deferred", PlanJson::readInput),
                WireJson.list(node, "gone", PlanJson::readInput),
                WireJson.list(node, "files", CommitJson::readFile),
                readCounts(node.path("counts")),
                WireJson.list(node, "sinkSchemas", PlanJson::readSchema),
                node.has("newFields") ? PlanJson.readSchema(node.path("newFields")) : null,
                WireJson.optionalList(node, "quarantined", WireJson::asText),
                WireJson.list(node, "warnings", WireJson::asText),
                WireJson.number(node, "startMillis"),
                WireJson.number(node, "endMillis"));
    }

    private static ObjectNode counts(ChunkCounts counts) {
        return WireJson.NODES
                .objectNode()
                .put("bytesRead", counts.bytesRead())
                .put("read", counts.read())
                .put("written", counts.written())
                .put("filtered", counts.filtered())
                .put("rejected", counts.rejected())
                .put("duplicateKeys", counts.duplicateKeys());
    }

    private static ChunkCounts readCounts(JsonNode node) {
        return new ChunkCounts(
                WireJson.number(node, "bytesRead"),
                WireJson.number(node, "read"),
                WireJson.number(node, "written"),
                WireJson.number(node, "filtered"),
                WireJson.number(node, "rejected"),
                WireJson.number(node, "duplicateKeys"));
    }

    private static ObjectNode file(StagedFile file) {
        ObjectNode node = WireJson.NODES.objectNode();
        node.put("target", file.target()).put("uploadId", file.uploadId());
        if (!file.partTags().isEmpty()) {
            file.partTags().forEach(node.putArray("partTags")::add);
        }
        node.put("rows", file.rows()).put("bytes", file.sizeBytes());
        if (file.kind() == StagedFile.Kind.QUARANTINE) {
            return node.put("kind", "quarantine");
        }
        node.put("sink", file.sink());
        node.set("partition", PlanJson.partition(file.partition()));
        return node;
    }

    private static StagedFile readFile(JsonNode node) {
        String kind = WireJson.textOrNull(node.path("kind"));
        boolean quarantine = kind != null;
        if (kind != null && !kind.equals("quarantine")) {
            throw new IllegalArgumentException("'" + kind + "' is no kind of file");
        }
        return new StagedFile(
                WireJson.required(node, "target"),
                WireJson.required(node, "uploadId"),
                WireJson.optionalList(node, "partTags", WireJson::asText),
                WireJson.number(node, "rows"),
                WireJson.number(node, "bytes"),
                quarantine ? StagedFile.Kind.QUARANTINE : StagedFile.Kind.DATA,
                quarantine ? -1 : WireJson.smallNumber(node, "sink"),
                quarantine ? Partition.NONE : PlanJson.readPartition(node, "partition"));
    }

    static ObjectNode record(CommitRecord record) {
        ObjectNode node = WireJson.document();
        node.put("runId", record.runId()).put("attempt", record.attempt()).put("base", record.base());
        node.set("files", PlanJson.array(record.files(), CommitJson::file));
        record.remove().forEach(node.putArray("remove")::add);
        node.set("catalog", PlanJson.array(record.catalog(), CommitJson::change));
        Generation next = record.next();
        if (next != null) {
            node.set("next", generation(next));
        }
        return node.put("wake", record.wake()).put("inputs", record.inputs()).put("report", record.report());
    }

    static CommitRecord readRecord(JsonNode node) {
        return new CommitRecord(
                WireJson.required(node, "runId"),
                WireJson.required(node, "attempt"),
                WireJson.number(node, "base"),
                WireJson.list(node, "files", CommitJson::readFile),
                WireJson.list(node, "remove", WireJson::asText),
                WireJson.list(node, "catalog", CommitJson::readChange),
                node.has("next") ? readGeneration(node.path("next")) : null,
                WireJson.flag(node, "wake"),
                WireJson.required(node, "inputs"),
                WireJson.required(node, "report"));
    }

    private static ObjectNode generation(Generation generation) {
        ObjectNode node = WireJson.NODES.objectNode();
        node.put("number", generation.number()).put("parent", generation.parent());
        node.put("kind", generation.kind().wireName()).put("by", generation.by());
        if (generation.runId() != null) {
            node.put("runId", generation.runId());
        }
        if (generation.reason() != null) {
            node.put("reason", generation.reason());
        }
        node.put("madeAt", generation.madeAt().toString());
        node.set("flows", flows(generation.flows()));
        return node;
    }

    private static Generation readGeneration(JsonNode node) {
        return new Generation(
                WireJson.number(node, "number"),
                WireJson.number(node, "parent"),
                Generation.Kind.ofWireName(WireJson.required(node, "kind")),
                WireJson.textOrNull(node.path("runId")),
                WireJson.required(node, "by"),
                WireJson.textOrNull(node.path("reason")),
                Instant.parse(WireJson.required(node, "madeAt")),
                readFlows(node));
    }

    static ObjectNode flows(Map<String, FlowState> flows) {
        ObjectNode node = WireJson.NODES.objectNode();
        new TreeMap<>(flows).forEach((name, flow) -> {
            ObjectNode each = node.putObject(name);
            flow.segments().forEach(each.putArray("segments")::add);
            Schema schema = flow.schema();
            if (schema != null) {
                each.set("schema", PlanJson.fields(schema.fields()));
            }
        });
        return node;
    }

    static Map<String, FlowState> readFlows(JsonNode object) {
        Map<String, FlowState> flows = new TreeMap<>();
        WireJson.fields(object, "flows")
                .forEach((name, flow) -> flows.put(
                        name,
                        new FlowState(
                                WireJson.list(flow, "segments", WireJson::asText),
                                flow.has("schema") ? PlanJson.readSchema(flow.path("schema")) : null)));
        return flows;
    }

    private static ObjectNode change(CatalogChange change) {
        ObjectNode node = WireJson.NODES.objectNode();
        node.set("table", table(change.table()));
        node.set("partitions", PlanJson.array(change.partitions(), CommitJson::partition));
        node.set("schemaChanges", PlanJson.array(change.schemaChanges(), CommitJson::schemaChange));
        node.put("cascade", change.cascade());
        change.warnings().forEach(node.putArray("warnings")::add);
        return node;
    }

    private static CatalogChange readChange(JsonNode node) {
        return new CatalogChange(
                readTable(node.path("table")),
                WireJson.list(node, "partitions", CommitJson::readPartition),
                WireJson.list(node, "schemaChanges", CommitJson::readSchemaChange),
                WireJson.flag(node, "cascade"),
                WireJson.list(node, "warnings", WireJson::asText));
    }

    static ObjectNode schemaChange(SchemaChange change) {
        ObjectNode node = WireJson.NODES.objectNode().put("column", change.column());
        node.put("before", change.before() == null ? null : change.before().toString());
        return node.put("after", change.after().toString())
                .put("change", change.change().name())
                .put("rule", change.rule());
    }

    private static SchemaChange readSchemaChange(JsonNode node) {
        String before = WireJson.textOrNull(node.path("before"));
        return new SchemaChange(
                WireJson.required(node, "column"),
                before == null ? null : DataTypeParser.parse(before),
                DataTypeParser.parse(WireJson.required(node, "after")),
                SchemaChange.Change.valueOf(WireJson.required(node, "change")),
                WireJson.required(node, "rule"));
    }

    static ObjectNode table(Table table) {
        ObjectNode node = WireJson.NODES.objectNode();
        node.put("database", table.database()).put("name", table.name()).put("version", table.version());
        node.put("location", table.location()).put("format", table.format());
        node.set("columns", PlanJson.fields(table.columns()));
        node.set("partitionKeys", PlanJson.fields(table.partitionKeys()));
        ObjectNode parameters = node.putObject("parameters");
        table.parameters().forEach(parameters::put);
        return node;
    }

    static Table readTable(JsonNode node) {
        Map<String, String> parameters = new TreeMap<>();
        WireJson.fields(node, "parameters").forEach((name, value) -> parameters.put(name, WireJson.asText(value)));
        return new Table(
                WireJson.required(node, "database"),
                WireJson.required(node, "name"),
                PlanJson.readFields(node, "columns"),
                PlanJson.readFields(node, "partitionKeys"),
                WireJson.required(node, "location"),
                WireJson.required(node, "format"),
                parameters,
                WireJson.number(node, "version"));
    }

    static ObjectNode partition(CatalogPartition partition) {
        ObjectNode node = WireJson.NODES.objectNode();
        ArrayNode values = node.putArray("values");
        partition.values().forEach(values::add);
        node.put("location", partition.location());
        node.set("columns", PlanJson.fields(partition.columns()));
        return node;
    }

    static CatalogPartition readPartition(JsonNode node) {
        List<@Nullable String> values = new ArrayList<>();
        WireJson.list(node, "values", value -> value).forEach(value -> values.add(WireJson.textOrNull(value)));
        return new CatalogPartition(values, WireJson.required(node, "location"), PlanJson.readFields(node, "columns"));
    }
}
