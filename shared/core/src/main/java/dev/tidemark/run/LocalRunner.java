package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.expression.Functions;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.StorageUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/// The state machine as a loop in one process: plan, all chunks, commit, or abort.
public final class LocalRunner {

    /// @param parallelism  chunks worked on at once
    /// @param budgetBytes  heap for buffered rows of one chunk
    public record Limits(int parallelism, long budgetBytes) {}

    /// Told how a run goes on; called from several threads.
    public interface Progress {
        void planned(WorkPlan plan);

        void chunkDone(ChunkResult result);

        void committing();

        /// The timeline of a run that failed could not be written.
        default void timelineLost() {}

        /// What is not needed any more stays for now; the run is not touched by that.
        default void cleanUpFailed(TidemarkException why) {}
    }

    private final JobContext context;
    private final Formats formats;
    private final Functions functions;
    private final Limits limits;
    private final Progress progress;
    private volatile boolean stopRequested;

    public LocalRunner(JobContext context, Formats formats, Functions functions, Limits limits, Progress progress) {
        this.context = context;
        this.formats = formats;
        this.functions = functions;
        this.limits = limits;
        this.progress = progress;
    }

    /// Tells the run to end: it aborts, unless its commit has begun. Returns at once; any thread may call.
    public void stop() {
        stopRequested = true;
    }

    /// Runs until the job is committed, has nothing to do, or fails.
    ///
    /// @param request of the first try
    /// @param nextRunId ids of further tries, when files have new fields
    /// @throws TidemarkException what ended the run; everything it staged is dropped then
    public PlanOutcome run(RunRequest request, Supplier<String> nextRunId) {
        RunRequest at = request;
        for (int growths = 0; ; growths++) {
            try {
                PlanOutcome outcome = once(at);
                cleanUp();
                return outcome;
            } catch (SchemaGrewException grew) {
                if (growths == SchemaGrowth.MOST_IN_A_ROW) {
                    throw grew;
                }
                at = new RunRequest(
                        nextRunId.get(),
                        request.mode(),
                        request.from(),
                        request.to(),
                        request.asOf(),
                        request.params(),
                        request.acceptRewritten());
            }
        }
    }

    /// Does the chunks again whose staged files a decided commit has lost, and publishes it.
    ///
    /// @param request of the run, with the run date it was started with
    public Run repair(RunRequest request) {
        ChunkWorker worker = worker();
        return new RepairStep(context, (plan, chunk, attempt) -> worker.work(task(request, plan, chunk, attempt)))
                .run(request.runId());
    }

    /// The run has ended well by now: what cannot be deleted today is deleted after another run.
    private void cleanUp() {
        try {
            var _ = new CleanUpStep(context).runWhenDue();
        } catch (TidemarkException later) {
            progress.cleanUpFailed(later);
        }
    }

    private PlanOutcome once(RunRequest request) {
        Map<Integer, ChunkTime> times = new ConcurrentSkipListMap<>();
        Optional<TidemarkException> error = Optional.empty();
        boolean finished = false;
        try {
            PlanOutcome outcome = new PlanStep(new JobPlanning(formats, functions)).run(context, request);
            if (outcome instanceof PlanOutcome.Planned planned) {
                progress.planned(planned.plan());
                process(request, planned.plan(), times);
                refuseWhenStopped();
                progress.committing();
                Run run = new CommitStep(context.ports().now(), limits.parallelism()).run(context, request.runId());
                outcome = new PlanOutcome.Ended(run);
            }
            finished = true;
            return outcome;
        } catch (TidemarkException known) {
            error = Optional.of(known);
            throw known;
        } catch (OutOfMemoryError full) {
            TidemarkException known = OutOfHeapException.during(
                    "Run " + request.runId() + " of job " + context.job().name(),
                    List.of(),
                    Runtime.getRuntime().maxMemory(),
                    full);
            error = Optional.of(known);
            throw known;
        } finally {
            if (!finished) {
                end(request.runId(), error, List.copyOf(times.values()));
            }
        }
    }

    /// Aborts the run; one whose commit was decided is left to the next run. The error that led here is the one to be
    /// told, whatever else goes wrong now: a claim that stays is taken over.
    private void end(String runId, Optional<TidemarkException> error, List<ChunkTime> times) {
        try {
            abort(runId, error, times);
        } catch (TidemarkException unended) {
            error.ifPresent(known -> known.addSuppressed(unended));
        }
    }

    private void abort(String runId, Optional<TidemarkException> error, List<ChunkTime> times) {
        JobState state = new JobState(context);
        Head head = state.head();
        if (head.runId().filter(runId::equals).isPresent() && head.state() == Head.State.CLAIMED) {
            try {
                state.keepTimeline(runId, times);
            } catch (StorageUnavailableException unavailable) {
                // The run must end; without a timeline then.
                progress.timelineLost();
            }
            FailureReport failure = error.map(LocalRunner::failure)
                    .orElseGet(() -> FailureReport.aborted(runId, "it met a fault of Tidemark"));
            var _ = new AbortStep().run(context, runId, failure);
        }
    }

    private static FailureReport failure(TidemarkException error) {
        boolean byAnother = error instanceof RunInterruptedException || error instanceof LostJobException;
        return new FailureReport(
                byAnother ? RunReport.Status.ABORTED : RunReport.Status.FAILED,
                RunReport.Failure.of(error),
                error.getClass().getSimpleName());
    }

    private void process(RunRequest request, WorkPlan plan, Map<Integer, ChunkTime> times) {
        ChunkWorker worker = worker();
        List<Future<?>> futures = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(
                Math.max(1, Math.min(limits.parallelism(), plan.chunks().size())))) {
            for (Chunk chunk : plan.chunks()) {
                futures.add(threads.submit(() -> {
                    refuseWhenStopped();
                    ChunkResult result = timed(
                            chunk.number(),
                            times,
                            () -> ProcessStep.run(
                                    context,
                                    request.runId(),
                                    chunk.number(),
                                    attempt -> worker.work(task(request, plan, chunk, attempt))));
                    progress.chunkDone(result);
                }));
            }
            await(futures, threads);
        }
    }

    private ChunkWorker worker() {
        return new ChunkWorker(
                context.ports().objects(),
                context.ports().staging(),
                formats,
                functions,
                context.ports().clock());
    }

    private ChunkResult timed(int chunk, Map<Integer, ChunkTime> times, Supplier<ChunkResult> work) {
        long start = context.ports().now();
        try {
            ChunkResult result = work.get();
            times.put(chunk, ChunkTime.of(result));
            return result;
        } catch (TidemarkException error) {
            times.put(
                    chunk,
                    new ChunkTime(chunk, start, context.ports().now(), 1, 0, 0, String.valueOf(error.getMessage())));
            throw error;
        }
    }

    private ChunkTask task(RunRequest request, WorkPlan plan, Chunk chunk, String attempt) {
        return ChunkTask.of(context, request.runId(), request.asOf(), plan, chunk, attempt, limits.budgetBytes());
    }

    /// The first failure stops what has not begun and waits for what has.
    private static void await(List<Future<?>> futures, ExecutorService threads) {
        try {
            for (Future<?> future : futures) {
                future.get();
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunInterruptedException();
        } finally {
            threads.shutdown();
            futures.forEach(future -> future.cancel(false));
        }
    }

    private void refuseWhenStopped() {
        if (stopRequested) {
            throw new RunInterruptedException();
        }
    }
}
