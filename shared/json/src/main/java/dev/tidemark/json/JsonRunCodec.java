package dev.tidemark.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.bookmark.FlowState;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.SampledFlow;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.ChunkTime;
import dev.tidemark.run.CommitRecord;
import dev.tidemark.run.RunCodec;
import dev.tidemark.run.RunReport;
import dev.tidemark.sink.ChunkResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Everything in the work area as JSON.
public final class JsonRunCodec implements RunCodec {

    @Override
    public byte[] plan(WorkPlan plan) {
        return WireJson.bytes(PlanJson.write(plan));
    }

    @Override
    public WorkPlan readPlan(byte[] bytes, String from) {
        return WireJson.read(bytes, from, PlanJson::readPlan);
    }

    @Override
    public byte[] items(byte[] plan, String from) {
        return PlanItems.of(plan, from);
    }

    @Override
    public WorkPlan readPlanPart(byte[] head, byte[] chunk, String from) {
        return readPlan(PlanItems.part(head, chunk), from);
    }

    @Override
    public byte[] samples(List<SampledFlow> samples) {
        ObjectNode node = WireJson.document();
        node.set("flows", PlanJson.array(samples, PlanJson::sample));
        return WireJson.bytes(node);
    }

    @Override
    public List<SampledFlow> readSamples(byte[] bytes, String from) {
        return WireJson.read(bytes, from, node -> WireJson.list(node, "flows", PlanJson::readSample));
    }

    @Override
    public byte[] result(ChunkResult result) {
        return WireJson.bytes(CommitJson.result(result));
    }

    @Override
    public ChunkResult readResult(byte[] bytes, String from) {
        return WireJson.read(bytes, from, CommitJson::readResult);
    }

    @Override
    public byte[] record(CommitRecord record) {
        return WireJson.bytes(CommitJson.record(record));
    }

    @Override
    public CommitRecord readRecord(byte[] bytes, String from) {
        return WireJson.read(bytes, from, CommitJson::readRecord);
    }

    @Override
    public String flows(Map<String, FlowState> flows) {
        ObjectNode node = WireJson.document();
        node.set("flows", CommitJson.flows(flows));
        return WireJson.text(node);
    }

    @Override
    public Map<String, FlowState> readFlows(String text, String from) {
        return WireJson.read(text.getBytes(StandardCharsets.UTF_8), from, CommitJson::readFlows);
    }

    @Override
    public byte[] inputs(Map<String, List<SourceObject>> inputs) {
        ObjectNode node = WireJson.document();
        ObjectNode flows = node.putObject("flows");
        new TreeMap<>(inputs).forEach((flow, objects) -> flows.set(flow, PlanJson.array(objects, PlanJson::object)));
        return WireJson.bytes(node);
    }

    @Override
    public Map<String, List<SourceObject>> readInputs(byte[] bytes, String from) {
        return WireJson.read(bytes, from, node -> {
            Map<String, List<SourceObject>> inputs = new TreeMap<>();
            WireJson.fields(node, "flows")
                    .forEach((flow, objects) ->
                            inputs.put(flow, WireJson.elements(objects, flow, PlanJson::readObject)));
            return inputs;
        });
    }

    @Override
    public byte[] report(RunReport report) {
        return WireJson.bytes(ReportJson.write(report));
    }

    @Override
    public byte[] timeline(List<ChunkTime> chunks) {
        return WireJson.bytes(ReportJson.timeline(chunks));
    }
}
