package dev.tidemark.functions.trigger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.Wire;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/// What each trigger comes to, whether it came with a batch or alone.
final class Dispatcher {

    /// What is to be done for a trigger.
    sealed interface Work {

        /// Somebody comes to jobs, and is content with any run that begins after that.
        record Wakes(List<Wake> wakes) implements Work {}

        /// Something else.
        ///
        /// @param work its answer
        record Other(Supplier<ObjectNode> work) implements Work {}
    }

    /// @param runId of the run that is started where none holds the job
    record Wake(String job, String runId) {}

    private final Invocation invocation;
    private final Starts starts;
    private final Readers readers;

    Dispatcher(Invocation invocation) {
        this.invocation = invocation;
        this.starts = new Starts(invocation);
        this.readers = new Readers(invocation);
    }

    /// Does nothing but look up who reads an object.
    Work of(Trigger trigger, Delivery delivery) {
        return switch (trigger) {
            case Trigger.Scheduled(String job, Instant time) -> wake(job, RunIds.of(time, "schedule " + job));
            case Trigger.NewObject object ->
                new Work.Wakes(
                        object.job().map(List::of).orElseGet(() -> readers.of(object.bucket(), object.key())).stream()
                                .map(job -> new Wake(job, RunIds.of(delivery.time(), delivery.id() + " " + job)))
                                .toList());
            case Trigger.Start start -> start(start, delivery);
            case Trigger.ExecutionEnded(String job, String runId, String status) ->
                new Work.Other(() ->
                        Wire.answer(starts.abort(job, runId, status).state().name()));
            case Trigger.Next(String job, String runId) ->
                new Work.Other(() -> Wire.answer(starts.next(job, runId) ? "STARTED" : "QUIET"));
            case Trigger.Sweep() -> new Work.Other(() -> new Sweep(invocation).run(delivery));
            case Trigger.Nothing(String why) ->
                new Work.Other(() -> {
                    invocation.log("INFO", why, Wire.object().put("messageId", delivery.id()));
                    return Wire.answer("QUIET").put("why", why);
                });
        };
    }

    /// Who names no run and wishes nothing of it comes as a schedule comes.
    private Work start(Trigger.Start start, Delivery delivery) {
        String runId = start.runId().orElseGet(() -> RunIds.of(delivery.time(), delivery.id()));
        if (start.options().equals(RunOptions.NONE) && start.runId().isEmpty()) {
            return wake(start.job(), runId);
        }
        return new Work.Other(() -> {
            starts.start(start.job(), runId, start.options());
            return Wire.answer("STARTED").put("runId", runId);
        });
    }

    private static Work wake(String job, String runId) {
        return new Work.Wakes(List.of(new Wake(job, runId)));
    }

    /// @param callers how many messages it stands for
    /// @return whether a run was started
    boolean wake(Wake wake, int callers) {
        boolean started = starts.wake(wake.job, wake.runId);
        invocation.log(
                "INFO",
                started ? "a run is started" : "a mark is left for the run that holds the job",
                Wire.object().put("job", wake.job).put("runId", wake.runId).put("messages", callers));
        return started;
    }
}
