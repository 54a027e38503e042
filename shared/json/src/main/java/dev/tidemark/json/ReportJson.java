package dev.tidemark.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.FlowCounts;
import dev.tidemark.run.ChunkTime;
import dev.tidemark.run.RunReport;
import dev.tidemark.sink.ChunkCounts;
import dev.tidemark.sink.StagedFile;
import java.util.List;

/// The report of a run, as `--json` prints it and the work area keeps it.
public final class ReportJson {

    private ReportJson() {}

    /// One line of JSON with a line end.
    public static byte[] bytes(RunReport report) {
        return WireJson.bytes(write(report));
    }

    static ObjectNode write(RunReport report) {
        ObjectNode node = WireJson.document();
        node.put("command", "run").put("job", report.job());
        if (!report.runId().isEmpty()) {
            node.put("runId", report.runId());
        }
        node.put("status", report.status().name());
        RunReport.Failure error = report.error();
        if (error != null) {
            node.putObject("error")
                    .put("type", error.type())
                    .put("message", error.message())
                    .put("retryable", error.retryable());
        }
        node.putObject("bookmark")
                .put("mode", report.mode())
                .put("generationBefore", report.generationBefore())
                .put("generationAfter", report.generationAfter());
        ArrayNode flows = node.putArray("flows");
        report.flows().forEach(flow -> flows.add(flow(flow)));
        node.set("cost", cost(report.cost()));
        node.putObject("millis")
                .put("plan", report.millis().plan())
                .put("process", report.millis().process())
                .put("commit", report.millis().commit())
                .put("total", report.millis().total());
        return node;
    }

    /// Each chunk is an array of number, start, end (epoch milliseconds), attempts, records, bytes, and its error where
    /// it had one.
    static ObjectNode timeline(List<ChunkTime> chunks) {
        ObjectNode node = WireJson.document();
        ArrayNode rows = node.putArray("chunks");
        for (ChunkTime chunk : chunks) {
            ArrayNode row = rows.addArray();
            row.add(chunk.chunk()).add(chunk.startMs()).add(chunk.endMs());
            row.add(chunk.attempts()).add(chunk.records()).add(chunk.bytes());
            if (chunk.error() != null) {
                row.add(chunk.error());
            }
        }
        return node;
    }

    static ObjectNode cost(RunReport.Cost cost) {
        ObjectNode node = WireJson.NODES.objectNode().put("usd", cost.usd());
        ObjectNode calls = node.putObject("calls");
        cost.calls().forEach(calls::put);
        return node;
    }

    static ObjectNode flow(RunReport.FlowReport flow) {
        FlowCounts planned = flow.planned();
        ChunkCounts counts = flow.counts();
        ObjectNode node = WireJson.NODES.objectNode().put("name", flow.name());
        node.putObject("partitions")
                .put("listed", planned.partitionsListed())
                .put("pruned", planned.partitionsPruned())
                .put("kept", planned.partitionsKept());
        node.putObject("objects")
                .put("listed", planned.listed())
                .put("new", planned.fresh())
                .put("rewritten", planned.rewritten())
                .put("alreadyProcessed", planned.alreadyProcessed())
                .put("ignored", planned.ignored())
                .put("deferred", flow.deferred())
                .put("quarantined", flow.quarantined());
        ObjectNode ignored = node.putObject("ignoredBy");
        planned.ignoredBy().forEach(ignored::put);
        node.put("bytesRead", counts.bytesRead())
                .put("recordsRead", counts.read())
                .put("recordsWritten", counts.written())
                .put("recordsRejected", counts.rejected())
                .put("recordsFiltered", counts.filtered())
                .put("groups", flow.groups())
                .put("chunks", flow.chunks());
        ArrayNode files = node.putArray("files");
        for (StagedFile file : flow.files()) {
            ObjectNode each = files.addObject().put("path", file.target());
            each.set("partition", PlanJson.partition(file.partition()));
            each.put("rows", file.rows()).put("bytes", file.sizeBytes());
        }
        node.put("filesTotal", flow.filesTotal());
        ArrayNode added = node.putArray("partitionsAdded");
        for (Partition partition : flow.partitionsAdded()) {
            added.add(PlanJson.partition(partition));
        }
        node.put("filesRemoved", flow.filesRemoved());
        node.set(
                "schemaChanges",
                PlanJson.array(
                        flow.schemaChanges(),
                        change ->
                                CommitJson.schemaChange(change).put("partitionsCascaded", flow.partitionsCascaded())));
        node.putObject("left").put("objects", planned.leftObjects()).put("bytes", planned.leftBytes());
        flow.warnings().forEach(node.putArray("warnings")::add);
        return node;
    }
}
