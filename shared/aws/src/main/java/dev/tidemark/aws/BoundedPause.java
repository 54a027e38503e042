package dev.tidemark.aws;

import java.time.Duration;
import java.time.InstantSource;

/// Waits only for what comes in time: a function that still waits when its time is over is killed, and nobody learns
/// what it waited for.
final class BoundedPause implements Pause {

    private record End(InstantSource clock, long epochMillis) {}

    private final Pause pause;
    private volatile End end = new End(InstantSource.system(), Long.MAX_VALUE);

    BoundedPause(Pause pause) {
        this.pause = pause;
    }

    /// From now on.
    ///
    /// @param epochMillis when the last wait must be over
    void until(InstantSource clock, long epochMillis) {
        end = new End(clock, epochMillis);
    }

    @Override
    public boolean rest(Duration time) {
        End now = end;
        return now.clock.millis() < now.epochMillis - time.toMillis() && pause.rest(time);
    }
}
