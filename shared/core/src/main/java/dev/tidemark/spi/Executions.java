package dev.tidemark.spi;

/// Runs that a service carries out (AWS: executions of the job's state machine, named by run id). Safe for many
/// threads. `ExecutionsContract` in the testkit checks it.
public interface Executions {

    /// What became of a run that was started.
    enum Status {
        RUNNING,

        /// Over, however it ended. Functions of it may still be alive for as long as their time-out.
        ENDED,

        /// Nobody started it here: it may run in somebody's shell.
        UNKNOWN
    }

    /// Starts a run of a job. A run id is started once: again is no error, and nothing.
    ///
    /// @throws StorageUnavailableException when the service did not answer: outcome unknown, call again
    void start(String job, String runId);

    /// @throws StorageUnavailableException when the service did not answer; safe to retry
    Status status(String job, String runId);
}
