package dev.tidemark.orc;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.reading.LocalClock;
import dev.tidemark.reading.TimeRange;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Objects;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/// Columns of timestamps.
///
/// A `timestamp` is wall-clock time. It lies in a file as the instant at which the writer's clock showed it, so that
/// the
/// writer's time zone, which the stripe names, gives the wall clock back; that is a wall clock of the job's time zone
/// here. A `timestamp with local time zone` is an instant.
final class Timestamps extends Column.Single {

    /// 2015-01-01T00:00:00, from which a file counts.
    static final long BASE = 1_420_070_400;

    private static final int NANOS = 1_000_000_000;
    private static final long DAY = 86_400;
    /// A day more than all that is taken, for clocks that are ahead.
    private static final long MOST_SECONDS = (TimeRange.LAST_DAY + 2) * 86_400L;

    private static final int[] POWERS = {1, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private final boolean local;
    private final boolean hybridDays;
    private final LocalClock clock;
    private final Runnable finerThanMicros;
    private boolean finer;
    private @Nullable Integers seconds;
    private @Nullable Integers fractions;
    /// Null for one that is always UTC.
    private @Nullable TimeZone writer;

    private long base = BASE;

    Timestamps(Node node, Place file, boolean hybridDays, ZoneId timezone, Runnable finerThanMicros) {
        super(node, file);
        this.local = node.kind() == Kind.TIMESTAMP;
        this.hybridDays = hybridDays;
        this.clock = new LocalClock(timezone);
        this.finerThanMicros = finerThanMicros;
    }

    @Override
    void openValues(Stripe stripe) {
        boolean second = stripe.encoding(node, place).second();
        seconds = Integers.of(stripe.stream(node, StripeFooter.DATA, place), true, second);
        fractions = Integers.of(stripe.stream(node, StripeFooter.SECONDARY, place), false, second);
        writer = local ? writer(stripe.zone()) : null;
        base = writer == null ? BASE : BASE - writer.getOffset(BASE * 1000 - writer.getRawOffset()) / 1000;
    }

    /// The rules of `java.util`, which writers in Java went by: they differ from those of `java.time` before 1900.
    private @Nullable TimeZone writer(String id) {
        if (id.isEmpty() || id.equals("UTC") || id.equals("GMT")) {
            return null;
        }
        TimeZone found = TimeZone.getTimeZone(id);
        if (found.getID().equals("GMT")) {
            throw place.refused(
                    "was written in the time zone '" + id + "', which is not known", "Have it written in UTC");
        }
        return found;
    }

    @Override
    void append(ColumnVector to, int count) throws IOException {
        long[] whole = Objects.requireNonNull(seconds).read(count);
        long[] parts = Objects.requireNonNull(fractions).read(count);
        LongVector instants = (LongVector) to;
        long[] room = instants.reserve(count);
        int at = instants.size();
        long dropped = 0;
        for (int i = 0; i < count; i++) {
            int nanos = nanos(parts[i]);
            long second = whole[i] + base;
            // Writers cut fractions off towards 1970 and count them up from the second before (ORC-763).
            if (second < 0 && nanos > 999_999) {
                second--;
            }
            room[at + i] = micros(second, nanos, i);
            dropped |= nanos % 1000;
        }
        instants.advance(count);
        if (dropped != 0 && !finer) {
            finer = true;
            finerThanMicros.run();
        }
    }

    private long micros(long second, int nanos, int place) {
        if (second > -MOST_SECONDS && second < MOST_SECONDS) {
            long exact = local ? clock.epochSecond(wallClock(second)) : second;
            long micros = exact * 1_000_000 + nanos / 1000;
            if (TimeRange.holdsMicros(micros)) {
                return micros;
            }
        }
        bad.add(place, "the timestamp " + second + " seconds after 1970 lies outside of 0001 to 9999");
        return 0;
    }

    private long wallClock(long instant) {
        long wall = writer == null ? instant : instant + writer.getOffset(instant * 1000) / 1000;
        if (!hybridDays) {
            return wall;
        }
        long day = Math.floorDiv(wall, DAY);
        return wall + (HybridCalendar.day(day) - day) * DAY;
    }

    /// The three lowest bits say how many zeros, but for one, were cut off at the end.
    private int nanos(long stored) {
        long nanos = (stored >>> 3) * POWERS[(int) (stored & 7)];
        if (stored < 0 || stored >>> 3 >= NANOS || nanos >= NANOS) {
            throw place.damaged("it has " + nanos + " nanoseconds in a second");
        }
        return (int) nanos;
    }

    /// The other way round.
    static int stored(int nanos) {
        if (nanos == 0 || nanos % 100 != 0) {
            return nanos << 3;
        }
        int rest = nanos / 100;
        int zeros = 1;
        while (rest % 10 == 0 && zeros < 7) {
            rest /= 10;
            zeros++;
        }
        return rest << 3 | zeros;
    }
}
