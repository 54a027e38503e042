package dev.tidemark.run;

import dev.tidemark.expression.Functions;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;

/// Works on one chunk of a saved plan, of which it reads that chunk's part alone.
public final class ChunkStep {

    private final Formats formats;
    private final Functions functions;
    private final long budgetBytes;

    /// @param budgetBytes heap for buffered rows of the chunk
    public ChunkStep(Formats formats, Functions functions, long budgetBytes) {
        this.formats = formats;
        this.functions = functions;
        this.budgetBytes = budgetBytes;
    }

    /// @return the chunk's result: the one that was there, or that of this attempt, or of a twin that was faster
    /// @throws RunMissingException when there is no such run
    /// @throws RunNotPlannedException when it has no plan
    /// @throws RunEndedException when the run is over: what comes late must not work any more
    /// @throws OtherChunkException when the item's place is another chunk's
    /// @throws DeadlineException when the caller's time is over
    public ChunkResult run(JobContext context, String runId, ChunkItem item) {
        JobState state = new JobState(context);
        Run run = state.run(runId)
                .orElseThrow(
                        () -> RunMissingException.neverStarted(context.job().name(), runId));
        switch (run.state()) {
            case PLANNED -> {}
            case CLAIMED -> throw new RunNotPlannedException(runId);
            case PUBLISHING, COMMITTED, NOTHING_TO_DO, ABORTED -> throw new RunEndedException(runId, run.state());
        }
        String planName = run.plan().orElseThrow();
        WorkPlan plan = part(context, context.location(planName), item);
        int found = plan.chunks().getFirst().number();
        if (found != item.chunk()) {
            throw new OtherChunkException(runId, item.chunk(), found);
        }
        Instant asOf = state.asOf(run);
        ChunkWorker worker = new ChunkWorker(
                context.ports().objects(),
                context.ports().staging(),
                formats,
                functions,
                context.ports().clock());
        return ProcessStep.run(
                context,
                runId,
                item.chunk(),
                attempt -> worker.work(
                        ChunkTask.of(context, runId, asOf, plan, plan.chunks().getFirst(), attempt, budgetBytes)));
    }

    private static WorkPlan part(JobContext context, String location, ChunkItem item) {
        try (ObjectInput input = context.ports().objects().open(location, null)) {
            byte[] head = range(input, 0, item.head());
            byte[] chunk = range(input, item.from(), item.to());
            return context.ports().codec().readPlanPart(head, chunk, location);
        } catch (ObjectGoneException gone) {
            throw new StateMissingException(context.job().name(), location);
        } catch (IOException e) {
            throw new StorageUnavailableException("read " + location, String.valueOf(e.getMessage()), e);
        }
    }

    private static byte[] range(ObjectInput input, long from, long to) throws IOException {
        try (InputStream bytes = input.stream(from)) {
            return bytes.readNBytes(Math.toIntExact(to - from));
        }
    }
}
