package dev.tidemark.aws;

import java.time.Duration;

/// How a caller waits before it calls again. Tests do not wait; they look at what was asked for.
@FunctionalInterface
interface Pause {

    /// @return false when the thread was told to stop, or its time is over before: nothing is called again then
    boolean rest(Duration time);

    /// Sleeps.
    static boolean sleep(Duration time) {
        try {
            Thread.sleep(time);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
