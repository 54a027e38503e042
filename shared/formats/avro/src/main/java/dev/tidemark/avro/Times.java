package dev.tidemark.avro;

import dev.tidemark.reading.LocalClock;
import dev.tidemark.reading.TimeRange;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// The timestamps of a file.
final class Times {

    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;
    private final LocalClock clock;
    private final Consumer<String> finer;
    private final Set<String> told = new HashSet<>();
    private long value;

    /// @param zone  of local timestamps
    /// @param finer told the path of a column once, when digits below the microsecond are dropped
    Times(ZoneId zone, Consumer<String> finer) {
        this.clock = new LocalClock(zone);
        this.finer = finer;
    }

    /// Microseconds since the epoch, after [#micros] answered true.
    long value() {
        return value;
    }

    boolean micros(long count, AvroTypes.Logical logical, String path) {
        long micros = switch (logical) {
            case TIMESTAMP_MILLIS, LOCAL_TIMESTAMP_MILLIS -> {
                long product = count * 1_000;
                yield Math.multiplyHigh(count, 1_000) == product >> 63 ? product : Long.MAX_VALUE;
            }
            case TIMESTAMP_NANOS, LOCAL_TIMESTAMP_NANOS -> {
                if (count % 1_000 != 0 && told.add(path)) {
                    finer.accept(path);
                }
                yield Math.floorDiv(count, 1_000);
            }
            default -> count;
        };
        if (!TimeRange.holdsMicros(micros)) {
            return false;
        }
        value = logical.isLocal()
                ? clock.epochSecond(Math.floorDiv(micros, SECOND)) * SECOND + Math.floorMod(micros, SECOND)
                : micros;
        // Clocks of the first or last day may be out of range elsewhere.
        return TimeRange.holdsMicros(value);
    }

    /// `10:15:30.123456`, or an empty text where the count is no time of a day.
    static String ofDay(long count, long microsEach) {
        if (count < 0 || count >= DAY / microsEach) {
            return "";
        }
        return LocalTime.ofNanoOfDay(count * microsEach * 1_000).format(DateTimeFormatter.ISO_LOCAL_TIME);
    }
}
