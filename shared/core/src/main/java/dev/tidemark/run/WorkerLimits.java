package dev.tidemark.run;

import java.time.Duration;

/// What one worker can do before its time is over.
///
/// @param unsplitBytes most stored bytes of an object that one worker reads alone
public record WorkerLimits(long unsplitBytes) {

    /// Of workers whose time has no end.
    public static final WorkerLimits NONE = new WorkerLimits(Long.MAX_VALUE);

    /// Stored bytes that a worker of one virtual CPU takes in a second: gzip text unpacked, parsed and written as
    /// Parquet. Uncompressed objects go several times as fast, and are nearly always split.
    private static final long BYTES_A_SECOND = 10_000_000;
    /// Of a worker's time, for starting and for its last files.
    private static final Duration RESERVE = Duration.ofMinutes(1);

    public WorkerLimits {
        if (unsplitBytes < 1) {
            throw new IllegalArgumentException("a worker takes at least 1 byte, not " + unsplitBytes);
        }
    }

    /// @param time after which a worker is ended, more than a minute
    public static WorkerLimits within(Duration time) {
        return new WorkerLimits(time.minus(RESERVE).toSeconds() * BYTES_A_SECOND);
    }
}
