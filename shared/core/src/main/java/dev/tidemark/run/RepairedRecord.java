package dev.tidemark.run;

import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.job.Flow;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a decided commit becomes when some of its chunks are done again.
///
/// @param before  the record as decided
/// @param again   the part of the plan that is done again
/// @param old     the files that these chunks had in the record
/// @param results of doing them again
record RepairedRecord(
        JobContext context,
        JobState state,
        Run run,
        CommitRecord before,
        WorkPlan again,
        List<StagedFile> old,
        List<ChunkResult> results) {

    /// @param attempt of the repair
    CommitRecord record(String attempt) {
        List<StagedFile> fresh = new ArrayList<>();
        Map<String, List<SourceObject>> taken = new LinkedHashMap<>();
        boolean wake = before.wake();
        Map<String, List<SourceObject>> takenBefore = state.inputs(before.inputs());
        for (Flow flow : context.job().flows()) {
            TakenInputs inputs = TakenInputs.of(again, results, flow.name());
            fresh.addAll(inputs.files());
            wake |= inputs.deferred() > 0;
            taken.put(flow.name(), taken(flow.name(), takenBefore.getOrDefault(flow.name(), List.of()), inputs));
        }
        String inputsName = context.runName(run.runId()) + "inputs-" + attempt + ".json";
        state.write(inputsName, context.ports().codec().inputs(taken));
        List<StagedFile> files = new ArrayList<>(before.files());
        files.removeAll(old);
        List<String> remove = new ArrayList<>(before.remove());
        old.forEach(file -> remove.add(file.target()));
        List<CatalogChange> catalog = catalog(files, fresh);
        files.addAll(fresh);
        return new CommitRecord(
                run.runId(),
                attempt,
                before.base(),
                files,
                remove,
                catalog,
                next(attempt, takenBefore, taken),
                wake,
                inputsName,
                before.report());
    }

    /// What the chunks took before is taken only if it was taken again.
    private List<SourceObject> taken(String flow, List<SourceObject> takenBefore, TakenInputs inputs) {
        Set<String> redone = new HashSet<>();
        for (Chunk chunk : again.chunks()) {
            if (chunk.flow().equals(flow)) {
                for (ChunkInput input : chunk.inputs()) {
                    redone.add(input.object().location());
                }
            }
        }
        List<SourceObject> taken = new ArrayList<>(takenBefore);
        taken.removeIf(object -> redone.contains(object.location()));
        taken.addAll(inputs.taken());
        return taken;
    }

    /// Partitions that only lost files were in are not registered; those of new files are.
    private List<CatalogChange> catalog(List<StagedFile> kept, List<StagedFile> fresh) {
        Set<String> emptied = folders(old);
        emptied.removeAll(folders(kept));
        emptied.removeAll(folders(fresh));
        List<CatalogChange> changes = before.catalog().stream()
                .map(change -> new CatalogChange(
                        change.table(),
                        change.partitions().stream()
                                .filter(partition -> !emptied.contains(partition.location()))
                                .toList(),
                        change.schemaChanges(),
                        change.cascade(),
                        change.warnings()))
                .toList();
        return new CatalogPlanning(context, changes).changes(results, fresh);
    }

    private static Set<String> folders(List<StagedFile> files) {
        Set<String> folders = new HashSet<>();
        files.forEach(file ->
                folders.add(file.target().substring(0, file.target().lastIndexOf('/') + 1)));
        return folders;
    }

    private @Nullable Generation next(
            String attempt, Map<String, List<SourceObject>> takenBefore, Map<String, List<SourceObject>> taken) {
        Generation decided = before.next();
        if (decided == null) {
            return null;
        }
        Generation base = state.generation(before.base());
        SegmentWriting segments = new SegmentWriting(state, run.runId(), attempt);
        Map<String, FlowState> flows = new TreeMap<>(decided.flows());
        taken.forEach((flow, objects) -> {
            if (!Set.copyOf(objects).equals(Set.copyOf(takenBefore.getOrDefault(flow, List.of())))) {
                flows.put(
                        flow,
                        segments.add(
                                base.flow(flow), objects, decided.flow(flow).schema()));
            }
        });
        return new Generation(
                decided.number(),
                decided.parent(),
                decided.kind(),
                decided.runId(),
                decided.by(),
                decided.reason(),
                decided.madeAt(),
                flows);
    }
}
