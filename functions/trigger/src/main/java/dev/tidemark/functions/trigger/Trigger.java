package dev.tidemark.functions.trigger;

import dev.tidemark.lambda.RunOptions;
import java.time.Instant;
import java.util.Optional;

/// What a message asks for.
sealed interface Trigger {

    /// A job's time has come.
    ///
    /// @param time at which it was to come
    record Scheduled(String job, Instant time) implements Trigger {}

    /// An object was written.
    ///
    /// @param job whose rule saw it; empty: whoever reads there
    /// @param key as the object is named, nothing encoded
    record NewObject(Optional<String> job, String bucket, String key) implements Trigger {}

    /// Somebody wants a run.
    ///
    /// @param runId that it is to have; empty: any
    record Start(String job, Optional<String> runId, RunOptions options) implements Trigger {}

    /// A run's execution ended otherwise than well: its Abort may not have been called.
    ///
    /// @param status of the execution
    record ExecutionEnded(String job, String runId, String status) implements Trigger {}

    /// A run committed: the next may be due.
    record Next(String job, String runId) implements Trigger {}

    /// All jobs are looked after.
    record Sweep() implements Trigger {}

    /// Nothing is to be done.
    ///
    /// @param why for the log
    record Nothing(String why) implements Trigger {}
}
