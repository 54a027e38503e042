package dev.tidemark.reading;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/// Turns wall-clock time of one zone into instants, remembering the span in which the last offset holds.
///
/// Where clocks go forward, a time that never was is moved forward by the length of the gap; where they go
/// back, a time that was twice is the earlier one (both as `java.time` does). One thread.
public final class LocalClock {

    private final ZoneId zone;
    private final ZoneRules rules;

    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;
    private long offset;

    public LocalClock(ZoneId zone) {
        this.zone = zone;
        this.rules = zone.getRules();
        if (rules.isFixedOffset()) {
            from = Long.MIN_VALUE;
            to = Long.MAX_VALUE;
            offset = rules.getOffset(Instant.EPOCH).getTotalSeconds();
        }
    }

    /// @param localSecond seconds from 1970-01-01T00:00 to a wall-clock time
    /// @return seconds since the epoch, UTC
    public long epochSecond(long localSecond) {
        if (localSecond >= from && localSecond < to) {
            return localSecond - offset;
        }
        LocalDateTime local = LocalDateTime.ofEpochSecond(localSecond, 0, ZoneOffset.UTC);
        if (rules.getValidOffsets(local).size() == 1) {
            remember(local);
        }
        return local.atZone(zone).toEpochSecond();
    }

    private void remember(LocalDateTime local) {
        ZoneOffset found = rules.getOffset(local);
        Instant instant = local.toInstant(found);
        ZoneOffsetTransition before = rules.previousTransition(instant.plusSeconds(1));
        ZoneOffsetTransition after = rules.nextTransition(instant);
        offset = found.getTotalSeconds();
        from = before == null ? Long.MIN_VALUE : latestLocal(before);
        to = after == null ? Long.MAX_VALUE : earliestLocal(after);
    }

    private static long latestLocal(ZoneOffsetTransition transition) {
        return Math.max(
                transition.getDateTimeBefore().toEpochSecond(ZoneOffset.UTC),
                transition.getDateTimeAfter().toEpochSecond(ZoneOffset.UTC));
    }

    private static long earliestLocal(ZoneOffsetTransition transition) {
        return Math.min(
                transition.getDateTimeBefore().toEpochSecond(ZoneOffset.UTC),
                transition.getDateTimeAfter().toEpochSecond(ZoneOffset.UTC));
    }
}
