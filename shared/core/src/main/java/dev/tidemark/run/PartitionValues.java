package dev.tidemark.run;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads the values of partition folders as the types that the job declares for its keys, before any worker does.
final class PartitionValues {

    private PartitionValues() {}

    /// At most one mistake a key, with the first folder that cannot be read so.
    static List<Mistake> mistakes(JobContext context, Flow flow, List<Chunk> chunks, Functions functions) {
        List<Field> keys = flow.source().options().partitionKeys();
        if (keys.stream().allMatch(key -> key.type().equals(DataType.STRING))) {
            return List.of();
        }
        SourceColumns columns = new SourceColumns(List.of(), keys, functions);
        EvaluationContext evaluation =
                EvaluationContext.of(Instant.EPOCH, context.job().timezone());
        Set<Partition> seen = new HashSet<>();
        Map<String, Mistake> found = new LinkedHashMap<>();
        for (Chunk chunk : chunks) {
            for (ChunkInput input : chunk.inputs()) {
                if (seen.add(input.partition())) {
                    try {
                        var _ = columns.constants(input.partition(), evaluation);
                    } catch (PartitionValueException wrong) {
                        Mistake _ = found.putIfAbsent(wrong.key(), mistake(flow, keys, wrong, input));
                    }
                }
            }
        }
        return List.copyOf(found.values());
    }

    private static Mistake mistake(Flow flow, List<Field> keys, PartitionValueException wrong, ChunkInput input) {
        int number = keys.stream().map(Field::name).toList().indexOf(wrong.key());
        Place place = flow.source().options().places().of("partitionKeys[" + number + "]");
        return new Mistake(
                place.path(),
                place.line(),
                place.column(),
                "Flow %s: %s It is met at %s."
                        .formatted(
                                flow.name(), wrong.getMessage(), input.object().location()),
                null);
    }
}
