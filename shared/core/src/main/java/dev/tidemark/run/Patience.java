package dev.tidemark.run;

import java.time.Duration;

/// How long the caller of a step has, and how it waits for others. A function ends at its deadline; a process does
/// not.
public interface Patience {

    /// Never waits, and has no deadline: what cannot be done now is left to the next call.
    Patience NONE = new Patience() {
        @Override
        public long deadline() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean pause(Duration time) {
            return false;
        }
    };

    /// Epoch milliseconds at which the caller will have stopped; `Long.MAX_VALUE` where it has no end.
    long deadline();

    /// Waits.
    ///
    /// @return false, at once, when there is no time for it
    boolean pause(Duration time);
}
