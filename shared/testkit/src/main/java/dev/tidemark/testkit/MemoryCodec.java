package dev.tidemark.testkit;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A codec whose bytes are the number of a value that it keeps: the values themselves travel.
public final class MemoryCodec implements RunCodec {

    private final List<Object> values = new ArrayList<>();

    @Override
    public byte[] plan(WorkPlan plan) {
        return kept(plan);
    }

    @Override
    public WorkPlan readPlan(byte[] bytes, String from) {
        return (WorkPlan) value(bytes);
    }

    @Override
    public byte[] items(byte[] plan, String from) {
        throw new UnsupportedOperationException("a value has no parts");
    }

    @Override
    public WorkPlan readPlanPart(byte[] head, byte[] chunk, String from) {
        throw new UnsupportedOperationException("a value has no parts");
    }

    @Override
    public byte[] samples(List<SampledFlow> samples) {
        return kept(samples);
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<SampledFlow> readSamples(byte[] bytes, String from) {
        return (List<SampledFlow>) value(bytes);
    }

    @Override
    public byte[] result(ChunkResult result) {
        return kept(result);
    }

    @Override
    public ChunkResult readResult(byte[] bytes, String from) {
        return (ChunkResult) value(bytes);
    }

    @Override
    public byte[] record(CommitRecord record) {
        return kept(record);
    }

    @Override
    public CommitRecord readRecord(byte[] bytes, String from) {
        return (CommitRecord) value(bytes);
    }

    @Override
    public String flows(Map<String, FlowState> flows) {
        return new String(kept(flows), StandardCharsets.US_ASCII);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<String, FlowState> readFlows(String text, String from) {
        return (Map<String, FlowState>) value(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public byte[] inputs(Map<String, List<SourceObject>> inputs) {
        return kept(inputs);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<String, List<SourceObject>> readInputs(byte[] bytes, String from) {
        return (Map<String, List<SourceObject>>) value(bytes);
    }

    @Override
    public byte[] report(RunReport report) {
        return kept(report);
    }

    @Override
    public byte[] timeline(List<ChunkTime> chunks) {
        return kept(chunks);
    }

    private synchronized byte[] kept(Object value) {
        values.add(value);
        return Integer.toString(values.size() - 1).getBytes(StandardCharsets.US_ASCII);
    }

    private synchronized Object value(byte[] bytes) {
        return values.get(Integer.parseInt(new String(bytes, StandardCharsets.US_ASCII)));
    }
}
