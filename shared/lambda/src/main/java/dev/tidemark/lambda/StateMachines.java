package dev.tidemark.lambda;

import dev.tidemark.spi.Executions;

/// Executions that are told how to run.
public interface StateMachines extends Executions {

    /// Starts a run of a job as somebody asked for it. A run id is started once: again is no error, and
    /// nothing.
    ///
    /// @throws dev.tidemark.spi.StorageUnavailableException when the service did not answer; call again
    void start(String job, String runId, RunOptions options);

    @Override
    default void start(String job, String runId) {
        start(job, runId, RunOptions.NONE);
    }
}
