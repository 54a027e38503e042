package dev.tidemark.lambda;

import dev.tidemark.job.Job;
import dev.tidemark.run.Ports;
import java.time.Duration;

/// All that an invocation may ask of the world. Nothing of it is asked before the first invocation: what a
/// SnapStart snapshot holds is the same in every function that starts from it.
public interface Outside {

    /// The stage that the environment names.
    ///
    /// @throws SettingMissingException when it names none
    Settings settings();

    /// The stage's table and bucket, by the function's own rights. Its clock and random numbers are the
    /// invocation's.
    Ports own();

    /// The same, and a job's places and tables by the rights of the job's role.
    Ports of(Job job);

    StateMachines stateMachines();

    /// Reached by the function's own rights.
    Bus bus();

    /// The invocation is ended then: whoever waits for an answer of AWS gives up before.
    ///
    /// @param epochMillis the last moment at which something may still be tried again
    default void until(long epochMillis) {}

    /// Waits, however long the invocation has.
    ///
    /// @return false when it was told to stop
    boolean rest(Duration time);

    /// Writes one line where logs and metrics are gathered.
    void say(String line);

    /// Frees what the invocation left behind on this machine.
    default void tidy() {}
}
