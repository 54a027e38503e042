package dev.tidemark.parquet;

import dev.tidemark.parquet.ValueForm.Meaning;
import dev.tidemark.reading.TimeRange;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;

/// Stored times as instants in microseconds, or as text where they are times of day.
///
/// Wall clocks are those of the job's time zone; one that a change of clocks leaves out moves on by the change, one
/// that is there twice is the first of the two, as `java.time` and Spark have it.
final class Times {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final long NANOS_PER_DAY = MICROS_PER_DAY * 1000;
    private static final long EPOCH_JULIAN_DAY = 2_440_588;
    private static final long MOST_DAYS = 100_000_000;
    private static final long FIRST_MILLI = TimeRange.FIRST_MICRO / 1000;
    private static final long LAST_MILLI = Math.floorDiv(TimeRange.LAST_MICRO, 1000);

    private final ZoneRules rules;
    private final Runnable finerThanMicros;
    private boolean finer;
    /// The wall clock's seconds in which `offset` was right the last time: `[blockFrom, blockTo)`.
    private long blockFrom;
    private long blockTo;
    private long offsetMicros;

    /// @param finerThanMicros told once when digits are dropped
    Times(ZoneId zone, Runnable finerThanMicros) {
        this.rules = zone.getRules();
        this.finerThanMicros = finerThanMicros;
    }

    /// Makes microseconds of the counts in `values[from..from + count)`; `bad` is told of those beyond all years.
    void convert(Meaning meaning, long[] values, int from, int count, BadValues bad) {
        switch (meaning) {
            case MILLIS, LOCAL_MILLIS -> fromMillis(values, from, count, bad);
            case NANOS, LOCAL_NANOS -> fromNanos(values, from, count);
            default -> checkRange(values, from, count, bad);
        }
        if (meaning == Meaning.LOCAL_MILLIS || meaning == Meaning.LOCAL_MICROS || meaning == Meaning.LOCAL_NANOS) {
            fromLocal(values, from, count, bad);
        }
    }

    private void fromMillis(long[] values, int from, int count, BadValues bad) {
        for (int i = from; i < from + count; i++) {
            long millis = values[i];
            if (millis < FIRST_MILLI || millis > LAST_MILLI) {
                bad.add(i, outOfRange(millis + " milliseconds after 1970"));
                values[i] = 0;
            } else {
                values[i] = millis * 1000;
            }
        }
    }

    private static String outOfRange(String time) {
        return "the timestamp " + time + " lies outside of 0001 to 9999";
    }

    private static void checkRange(long[] values, int from, int count, BadValues bad) {
        long beyond = 0;
        for (int i = from; i < from + count; i++) {
            beyond |= (values[i] - TimeRange.FIRST_MICRO) | (TimeRange.LAST_MICRO - values[i]);
        }
        if (beyond >= 0) {
            return;
        }
        for (int i = from; i < from + count; i++) {
            if (!TimeRange.holdsMicros(values[i])) {
                bad.add(i, outOfRange(values[i] + " microseconds after 1970"));
                values[i] = 0;
            }
        }
    }

    private void fromNanos(long[] values, int from, int count) {
        long dropped = 0;
        for (int i = from; i < from + count; i++) {
            long micros = Math.floorDiv(values[i], 1000);
            dropped |= values[i] - micros * 1000;
            values[i] = micros;
        }
        tell(dropped);
    }

    private void tell(long dropped) {
        if (dropped != 0 && !finer) {
            finer = true;
            finerThanMicros.run();
        }
    }

    /// Clocks of the first or last day may be out of range elsewhere.
    private void fromLocal(long[] values, int from, int count, BadValues bad) {
        if (rules.isFixedOffset()) {
            long offset = rules.getOffset(Instant.EPOCH).getTotalSeconds() * MICROS_PER_SECOND;
            if (offset == 0) {
                return;
            }
            for (int i = from; i < from + count; i++) {
                values[i] -= offset;
            }
        } else {
            for (int i = from; i < from + count; i++) {
                values[i] = instant(values[i]);
            }
        }
        checkRange(values, from, count, bad);
    }

    /// Clocks change at most once within a few hours; neighbouring values mostly lie within one such block.
    private long instant(long micros) {
        long second = Math.floorDiv(micros, MICROS_PER_SECOND);
        if (second < blockFrom || second >= blockTo) {
            long day = Math.floorDiv(second, 86_400L) * 86_400;
            ZoneOffset before = offset(day - 86_400);
            ZoneOffset after = offset(day + 2 * 86_400);
            if (!before.equals(after)) {
                return micros - offset(second).getTotalSeconds() * MICROS_PER_SECOND;
            }
            blockFrom = day;
            blockTo = day + 86_400;
            offsetMicros = before.getTotalSeconds() * MICROS_PER_SECOND;
        }
        return micros - offsetMicros;
    }

    /// As of [java.time.ZonedDateTime#ofLocal]: in a gap the offset before it moves the clock on.
    private ZoneOffset offset(long localSecond) {
        return rules.getOffset(LocalDateTime.ofEpochSecond(localSecond, 0, ZoneOffset.UTC));
    }

    /// INT96: nanoseconds of the day, then the Julian day.
    void convertInt96(Scratch from, long[] to, int at, int count, BadValues bad) {
        long dropped = 0;
        for (int i = 0; i < count; i++) {
            long nanos = (long) ByteBuilder.LONGS.get(from.source, from.starts[i]);
            int day = (int) ByteBuilder.INTS.get(from.source, from.starts[i] + 8);
            long micros = Math.floorDiv(nanos, 1000);
            dropped |= nanos - micros * 1000;
            long days = day - EPOCH_JULIAN_DAY;
            boolean near = Math.abs(days) <= MOST_DAYS && nanos >= -NANOS_PER_DAY && nanos <= 2 * NANOS_PER_DAY;
            to[at + i] = near ? days * MICROS_PER_DAY + micros : 0;
            if (!near || !TimeRange.holdsMicros(to[at + i])) {
                bad.add(at + i, outOfRange("of Julian day " + day + " and " + nanos + " nanoseconds"));
                to[at + i] = 0;
            }
        }
        tell(dropped);
        fromLocal(to, at, count, bad);
    }

    /// Writes `HH:MM:SS` and as many digits of the second as there are.
    ///
    /// @return how many bytes; 0 where no clock shows the time
    static int timeOfDay(Meaning unit, long time, byte[] to, int at) {
        long nanos = switch (unit) {
            case TIME_MILLIS -> time * 1_000_000;
            case TIME_MICROS -> time > NANOS_PER_DAY ? -1 : time * 1000;
            default -> time;
        };
        if (time < 0 || nanos < 0 || nanos >= NANOS_PER_DAY) {
            return 0;
        }
        int seconds = (int) (nanos / 1_000_000_000);
        int next = two(seconds / 3600, to, at);
        to[next++] = ':';
        next = two(seconds / 60 % 60, to, next);
        to[next++] = ':';
        next = two(seconds % 60, to, next);
        int fraction = (int) (nanos % 1_000_000_000);
        if (fraction > 0) {
            to[next++] = '.';
            for (int unitOfDigit = 100_000_000; fraction > 0; unitOfDigit /= 10) {
                to[next++] = (byte) ('0' + fraction / unitOfDigit);
                fraction %= unitOfDigit;
            }
        }
        return next - at;
    }

    private static int two(int number, byte[] to, int at) {
        to[at] = (byte) ('0' + number / 10);
        to[at + 1] = (byte) ('0' + number % 10);
        return at + 2;
    }
}
