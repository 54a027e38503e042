package dev.tidemark.cli;

/// Hears of signals that ask the process to end.
@FunctionalInterface
interface Stopping {

    /// Calls `stop` when a signal comes, from another thread.
    void onSignal(Runnable stop);
}
