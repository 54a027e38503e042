package dev.tidemark.parquet;

import dev.tidemark.parquet.ValueForm.Meaning;
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

    private final Place place;
    private final ZoneRules rules;
    private final Runnable finerThanMicros;
    private boolean finer;
    /// The wall clock's seconds in which `offset` was right the last time: `[blockFrom, blockTo)`.
    private long blockFrom;
    private long blockTo;
    private long offsetMicros;

    /// @param finerThanMicros told once when digits are dropped
    Times(Place place, ZoneId zone, Runnable finerThanMicros) {
        this.place = place;
        this.rules = zone.getRules();
        this.finerThanMicros = finerThanMicros;
    }

    /// Makes microseconds of the counts in `values[from..from + count)`, or leaves what is no time.
    void convert(Meaning meaning, long[] values, int from, int count) {
        switch (meaning) {
            case MILLIS -> fromMillis(values, from, count);
            case NANOS -> fromNanos(values, from, count);
            case LOCAL_MILLIS -> {
                fromMillis(values, from, count);
                fromLocal(values, from, count);
            }
            case LOCAL_MICROS -> fromLocal(values, from, count);
            case LOCAL_NANOS -> {
                fromNanos(values, from, count);
                fromLocal(values, from, count);
            }
            default -> {}
        }
    }

    private void fromMillis(long[] values, int from, int count) {
        for (int i = from; i < from + count; i++) {
            long micros = values[i] * 1000;
            if (Math.multiplyHigh(values[i], 1000) != micros >> 63) {
                throw outOfRange(values[i] + " milliseconds");
            }
            values[i] = micros;
        }
    }

    private RuntimeException outOfRange(String time) {
        return place.damaged("its timestamp " + time + " after 1970 is beyond all years that a timestamp can have");
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

    private void fromLocal(long[] values, int from, int count) {
        if (rules.isFixedOffset()) {
            long offset = rules.getOffset(Instant.EPOCH).getTotalSeconds() * MICROS_PER_SECOND;
            for (int i = from; offset != 0 && i < from + count; i++) {
                values[i] = minus(values[i], offset);
            }
            return;
        }
        for (int i = from; i < from + count; i++) {
            values[i] = instant(values[i]);
        }
    }

    private long minus(long micros, long offset) {
        long instant = micros - offset;
        if (((micros ^ offset) & (micros ^ instant)) < 0) {
            throw outOfRange(micros + " microseconds");
        }
        return instant;
    }

    /// Clocks change at most once within a few hours; neighbouring values mostly lie within one such block.
    private long instant(long micros) {
        long second = Math.floorDiv(micros, MICROS_PER_SECOND);
        if (second < blockFrom || second >= blockTo) {
            long day = Math.floorDiv(second, 86_400L) * 86_400;
            ZoneOffset before = offset(day - 86_400);
            ZoneOffset after = offset(day + 2 * 86_400);
            if (!before.equals(after)) {
                return minus(micros, offset(second).getTotalSeconds() * MICROS_PER_SECOND);
            }
            blockFrom = day;
            blockTo = day + 86_400;
            offsetMicros = before.getTotalSeconds() * MICROS_PER_SECOND;
        }
        return minus(micros, offsetMicros);
    }

    /// As of [java.time.ZonedDateTime#ofLocal]: in a gap the offset before it moves the clock on.
    private ZoneOffset offset(long localSecond) {
        return rules.getOffset(LocalDateTime.ofEpochSecond(localSecond, 0, ZoneOffset.UTC));
    }

    /// INT96: nanoseconds of the day, then the Julian day.
    void convertInt96(Scratch from, long[] to, int at, int count) {
        long dropped = 0;
        for (int i = 0; i < count; i++) {
            long nanos = (long) ByteBuilder.LONGS.get(from.source, from.starts[i]);
            int day = (int) ByteBuilder.INTS.get(from.source, from.starts[i] + 8);
            long micros = Math.floorDiv(nanos, 1000);
            dropped |= nanos - micros * 1000;
            long days = day - EPOCH_JULIAN_DAY;
            if (Math.abs(days) > MOST_DAYS || nanos < -NANOS_PER_DAY || nanos > 2 * NANOS_PER_DAY) {
                throw outOfRange("of day " + day + " and " + nanos + " nanoseconds");
            }
            to[at + i] = days * MICROS_PER_DAY + micros;
        }
        tell(dropped);
        fromLocal(to, at, count);
    }

    /// Writes `HH:MM:SS` and as many digits of the second as there are.
    ///
    /// @return how many bytes
    static int timeOfDay(Meaning unit, long time, byte[] to, int at, Place place) {
        long nanos = switch (unit) {
            case TIME_MILLIS -> time * 1_000_000;
            case TIME_MICROS -> time > NANOS_PER_DAY ? -1 : time * 1000;
            default -> time;
        };
        if (nanos < 0 || nanos > NANOS_PER_DAY) {
            throw place.damaged("its time of day " + time + " is on no clock");
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
