package dev.tidemark.run;

import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.job.Flow;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import java.time.Instant;
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
/// @param deadline       epoch milliseconds at which the worker will be stopped; `Long.MAX_VALUE` where it has no end
public record ChunkTask(
        String runId,
        String attempt,
        Flow flow,
        FlowPlan plan,
        Chunk chunk,
        List<String> sinkRoots,
        @Nullable String quarantineRoot,
        EvaluationContext evaluation,
        long budgetBytes,
        long deadline) {

    public ChunkTask {
        sinkRoots = List.copyOf(sinkRoots);
    }

    /// @param plan  at least the chunk's part of it
    /// @param asOf  what `run_timestamp()` says in the run
    static ChunkTask of(
            JobContext context,
            String runId,
            Instant asOf,
            WorkPlan plan,
            Chunk chunk,
            String attempt,
            long budgetBytes) {
        Flow flow = context.job().flow(chunk.flow());
        return new ChunkTask(
                runId,
                attempt,
                flow,
                plan.flow(flow.name()),
                chunk,
                context.sinkRoots(flow),
                context.quarantineRoot(flow),
                EvaluationContext.of(asOf, context.job().timezone()),
                budgetBytes,
                context.patience().deadline());
    }

    /// `part-<runId>-<chunk>-<attempt>-`: what follows is a number and the extension.
    String namePrefix() {
        return "part-%s-%05d-%s-".formatted(runId, chunk.number(), attempt);
    }
}
