package dev.tidemark.run;

/// What a sweep found a job in need of.
public sealed interface SweepOutcome {

    /// Nothing: it is idle and nobody came, or somebody is at it.
    record Quiet() implements SweepOutcome {}

    /// A run was due and is started.
    ///
    /// @param failures of the job since its last commit
    /// @param alarm    whether so many runs failed that people must look at it
    record Started(String runId, long failures, boolean alarm) implements SweepOutcome {}

    /// A run is due, and not before `until` (epoch milliseconds), as runs have failed.
    record BackingOff(long until, long failures, boolean alarm) implements SweepOutcome {}

    /// A commit that nobody was publishing is finished.
    record Settled(String runId) implements SweepOutcome {}

    /// A commit cannot be published: people must look at it.
    record Lost(String runId, PublishLostException alarm) implements SweepOutcome {}

    /// A dead run's claim is ended.
    record Aborted(Run run) implements SweepOutcome {}
}
