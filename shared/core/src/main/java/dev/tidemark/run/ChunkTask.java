package dev.tidemark.run;

import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.job.Flow;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.FlowPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One attempt at a chunk.
///
/// @param runId          the run
/// @param attempt        16 hex digits drawn for this attempt alone
/// @param flow           the chunk's flow as declared
/// @param plan           its plan, with the columns of its files
/// @param chunk          what to read
/// @param sinkRoots      full location of each sink, ending in `/`
/// @param quarantineRoot full location of the folder of bad records, ending in `/`
/// @param evaluation     run date, time and zone for expressions
/// @param budgetBytes    heap that buffered rows of all sinks may take together
public record ChunkTask(
        String runId,
        String attempt,
        Flow flow,
        FlowPlan plan,
        Chunk chunk,
        List<String> sinkRoots,
        @Nullable String quarantineRoot,
        EvaluationContext evaluation,
        long budgetBytes) {

    public ChunkTask {
        sinkRoots = List.copyOf(sinkRoots);
    }

    /// `part-<runId>-<chunk>-<attempt>-`: what follows is a number and the extension.
    String namePrefix() {
        return "part-%s-%05d-%s-".formatted(runId, chunk.number(), attempt);
    }
}
