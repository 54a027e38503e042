package dev.tidemark.run;

import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a flow's results took in: of a split object all ranges or none.
///
/// @param taken    versions whose every record is in `files`
/// @param files    files of the chunks that count
/// @param deferred how many objects are left for another run
record TakenInputs(List<SourceObject> taken, List<StagedFile> files, long deferred) {

    static TakenInputs of(WorkPlan plan, List<ChunkResult> results, String flow) {
        Map<String, Integer> pieces = new HashMap<>();
        for (Chunk chunk : plan.chunks()) {
            if (chunk.flow().equals(flow)) {
                chunk.inputs().forEach(input -> pieces.merge(input.object().location(), 1, Integer::sum));
            }
        }
        Map<String, Integer> takenPieces = new HashMap<>();
        Set<String> deferred = new HashSet<>();
        for (ChunkResult result : results) {
            if (result.flow().equals(flow)) {
                result.taken().forEach(input -> takenPieces.merge(input.object().location(), 1, Integer::sum));
                result.deferred().forEach(input -> deferred.add(input.object().location()));
            }
        }
        Set<String> partly = new HashSet<>();
        takenPieces.forEach((location, count) -> {
            if (count < pieces.getOrDefault(location, 0)) {
                partly.add(location);
            }
        });
        Map<String, SourceObject> taken = new LinkedHashMap<>();
        List<StagedFile> files = new ArrayList<>();
        for (ChunkResult result : results) {
            if (!result.flow().equals(flow)) {
                continue;
            }
            boolean split = result.taken().stream()
                    .anyMatch(input -> partly.contains(input.object().location()));
            if (split) {
                continue;
            }
            for (ChunkInput input : result.taken()) {
                taken.put(input.object().location(), input.object());
            }
            files.addAll(result.files());
        }
        deferred.addAll(partly);
        return new TakenInputs(List.copyOf(taken.values()), List.copyOf(files), deferred.size());
    }
}
