package dev.tidemark.run;

import dev.tidemark.bookmark.FlowState;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.SampledFlow;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkResult;
import java.util.List;
import java.util.Map;

/// The bytes of everything that steps hand to each other through the work area. Implemented by the json module;
/// versioned, pinned by golden files. Readers refuse what a newer version wrote.
public interface RunCodec {

    byte[] plan(WorkPlan plan);

    WorkPlan readPlan(byte[] bytes, String from);

    /// Where the chunks stand in a saved plan: the array that a Map fans out, one small item a chunk.
    byte[] items(byte[] plan, String from);

    /// A plan with one chunk.
    ///
    /// @param head  the plan's bytes before its first chunk
    /// @param chunk the chunk's bytes
    WorkPlan readPlanPart(byte[] head, byte[] chunk, String from);

    /// What files told of a draft.
    byte[] samples(List<SampledFlow> samples);

    List<SampledFlow> readSamples(byte[] bytes, String from);

    byte[] result(ChunkResult result);

    ChunkResult readResult(byte[] bytes, String from);

    byte[] record(CommitRecord record);

    CommitRecord readRecord(byte[] bytes, String from);

    /// The `flows` attribute of a generation item.
    String flows(Map<String, FlowState> flows);

    Map<String, FlowState> readFlows(String text, String from);

    /// The manifest of what a commit took in, by flow.
    byte[] inputs(Map<String, List<SourceObject>> inputs);

    Map<String, List<SourceObject>> readInputs(byte[] bytes, String from);

    byte[] report(RunReport report);

    /// A run's `timeline.json`.
    byte[] timeline(List<ChunkTime> chunks);
}
