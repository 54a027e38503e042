package dev.tidemark.text;

import dev.tidemark.reading.LocalClock;
import dev.tidemark.reading.TimeRange;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads dates and timestamps from ASCII bytes, ISO 8601 ones without making objects. One thread; the result of a
/// call
/// that answered true is [#value()] until the next call.
///
/// ISO timestamps have `T` or a blank between date and time, optional seconds and fraction, and an optional zone
/// (`Z`,
/// `UTC`, `+01`, `+0100`, `+01:00`). Digits below the microsecond are floored.
final class TimeText {

    private static final long MICROS = 1_000_000;
    private static final BigDecimal LIMIT = BigDecimal.valueOf(Long.MAX_VALUE);

    private final @Nullable String format;
    private final @Nullable DateTimeFormatter formatter;
    private final @Nullable FixedPattern fixed;
    private final LocalClock clock;

    private long value;
    private int at;
    private long micros;
    private boolean finer;

    /// @param format see `ColumnSpec.format`
    /// @throws IllegalArgumentException when `format` is not a pattern
    TimeText(@Nullable String format, ZoneId zone) {
        this.format = format;
        this.clock = new LocalClock(zone);
        this.fixed = format == null ? null : FixedPattern.of(format);
        this.formatter = format == null || format.startsWith("epoch_") ? null : pattern(format);
    }

    private static DateTimeFormatter pattern(String format) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(format)
                // `yyyy` is a year of an era, which the strict resolver wants named.
                .parseDefaulting(ChronoField.ERA, 1)
                .toFormatter(Locale.ENGLISH)
                // The default one turns 31 February into the 29th.
                .withResolverStyle(ResolverStyle.STRICT);
    }

    /// Days, or microseconds, since the epoch.
    long value() {
        return value;
    }

    /// Whether the last timestamp had digits other than zero below the microsecond.
    boolean isFinerThanMicros() {
        return finer;
    }

    boolean date(byte[] bytes, int from, int to) {
        if (format == null) {
            return isoDate(bytes, from, to) && at == to;
        }
        // The range is that of ints, too.
        return formattedDate(bytes, from, to) && value == (int) value && TimeRange.holdsDay((int) value);
    }

    boolean timestamp(byte[] bytes, int from, int to) {
        finer = false;
        boolean read = format == null ? isoTimestamp(bytes, from, to) : formattedTimestamp(bytes, from, to);
        return read && TimeRange.holdsMicros(value);
    }

    private boolean isoTimestamp(byte[] bytes, int from, int to) {
        if (!isoDate(bytes, from, to)) {
            return false;
        }
        long seconds = value * 86_400;
        micros = 0;
        if (at == to) {
            value = clock.epochSecond(seconds) * MICROS;
            return true;
        }
        if (bytes[at] != 'T' && bytes[at] != ' ' && bytes[at] != 't') {
            return false;
        }
        at++;
        int timeOfDay = time(bytes, to);
        if (timeOfDay < 0) {
            return false;
        }
        seconds += timeOfDay;
        if (at == to) {
            seconds = clock.epochSecond(seconds);
        } else {
            int offset = offset(bytes, to);
            if (offset == Integer.MIN_VALUE) {
                return false;
            }
            seconds -= offset;
        }
        value = seconds * MICROS + micros;
        return true;
    }

    /// `yyyy-MM-dd` at `from`: days since the epoch into [#value], the end into [#at].
    private boolean isoDate(byte[] bytes, int from, int to) {
        if (to - from < 10 || bytes[from + 4] != '-' || bytes[from + 7] != '-') {
            return false;
        }
        int high = two(bytes, from);
        int low = two(bytes, from + 2);
        int month = two(bytes, from + 5);
        int day = two(bytes, from + 8);
        if ((high | low | month | day) < 0) {
            return false;
        }
        int year = high * 100 + low;
        if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31) {
            return false;
        }
        if (day > 28 && day > lengthOfMonth(year, month)) {
            return false;
        }
        value = epochDay(year, month, day);
        at = from + 10;
        return true;
    }

    static int lengthOfMonth(int year, int month) {
        return switch (month) {
            case 2 -> (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar (Hinnant, "chrono-compatible low-level date
    /// algorithms").
    static long epochDay(int year, int month, int day) {
        int shifted = month > 2 ? year : year - 1;
        int era = shifted / 400;
        int yearOfEra = shifted - era * 400;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097L + dayOfEra - 719_468;
    }

    private static int two(byte[] bytes, int from) {
        int tens = bytes[from] - '0';
        int ones = bytes[from + 1] - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
    }

    /// `HH:mm[:ss[.f…]]` at [#at]: seconds of the day or -1, the fraction into [#micros].
    private int time(byte[] bytes, int to) {
        if (to - at < 5 || bytes[at + 2] != ':') {
            return -1;
        }
        int hour = two(bytes, at);
        int minute = two(bytes, at + 3);
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            return -1;
        }
        at += 5;
        int second = 0;
        if (at < to && bytes[at] == ':') {
            second = to - at < 3 ? -1 : two(bytes, at + 1);
            if (second < 0 || second > 59) {
                return -1;
            }
            at += 3;
            if (at < to && (bytes[at] == '.' || bytes[at] == ',') && !fraction(bytes, to)) {
                return -1;
            }
        }
        return hour * 3600 + minute * 60 + second;
    }

    private boolean fraction(byte[] bytes, int to) {
        int start = ++at;
        long sum = 0;
        for (; at < to && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            if (at - start < 6) {
                sum = sum * 10 + (bytes[at] - '0');
            } else {
                finer |= bytes[at] != '0';
            }
        }
        int length = at - start;
        if (length < 1 || length > 12) {
            return false;
        }
        micros = length < 6 ? sum * NumberText.POWERS_OF_TEN[6 - length] : sum;
        return true;
    }

    /// Seconds east of UTC that the zone from [#at] to `to` says; Integer.MIN_VALUE when it is none.
    private int offset(byte[] bytes, int to) {
        if (bytes[at] == ' ') {
            at++;
        }
        int length = to - at;
        if (length == 1 && (bytes[at] == 'Z' || bytes[at] == 'z')) {
            return 0;
        }
        if (length == 3 && bytes[at] == 'U' && bytes[at + 1] == 'T' && bytes[at + 2] == 'C') {
            return 0;
        }
        if (length < 3 || (bytes[at] != '+' && bytes[at] != '-')) {
            return Integer.MIN_VALUE;
        }
        boolean colon = length == 6 && bytes[at + 3] == ':';
        if (length != 3 && length != 5 && !colon) {
            return Integer.MIN_VALUE;
        }
        int hours = two(bytes, at + 1);
        int minutes = length == 3 ? 0 : two(bytes, colon ? at + 4 : at + 3);
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
            return Integer.MIN_VALUE;
        }
        int seconds = hours * 3600 + minutes * 60;
        return bytes[at] == '-' ? -seconds : seconds;
    }

    private boolean formattedDate(byte[] bytes, int from, int to) {
        long local = fixed == null ? Long.MIN_VALUE : fixed.localSecond(bytes, from, to);
        if (local != Long.MIN_VALUE) {
            value = Math.floorDiv(local, 86_400L);
            return true;
        }
        if (formatter == null) {
            if (!formattedTimestamp(bytes, from, to)) {
                return false;
            }
            value = Math.floorDiv(value, 86_400 * MICROS);
            return true;
        }
        try {
            value = LocalDate.from(formatter.parse(text(bytes, from, to))).toEpochDay();
            return true;
        } catch (DateTimeException wrong) {
            return false;
        }
    }

    private boolean formattedTimestamp(byte[] bytes, int from, int to) {
        long localSecond = fixed == null ? Long.MIN_VALUE : fixed.localSecond(bytes, from, to);
        if (localSecond != Long.MIN_VALUE) {
            value = clock.epochSecond(localSecond) * MICROS;
            return true;
        }
        DateTimeFormatter known = formatter;
        if (known == null) {
            return epoch(bytes, from, to);
        }
        try {
            TemporalAccessor parsed = known.parse(text(bytes, from, to));
            finer = parsed.isSupported(ChronoField.NANO_OF_SECOND)
                    && parsed.get(ChronoField.NANO_OF_SECOND) % 1_000 != 0;
            if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
                value = Math.addExact(
                        Math.multiplyExact(parsed.getLong(ChronoField.INSTANT_SECONDS), MICROS),
                        parsed.getLong(ChronoField.MICRO_OF_SECOND));
                return true;
            }
            LocalTime time = parsed.query(TemporalQueries.localTime());
            LocalDateTime local = LocalDate.from(parsed).atTime(time == null ? LocalTime.MIDNIGHT : time);
            long second = clock.epochSecond(local.toEpochSecond(java.time.ZoneOffset.UTC));
            value = Math.addExact(Math.multiplyExact(second, MICROS), local.getLong(ChronoField.MICRO_OF_SECOND));
            return true;
        } catch (DateTimeException | ArithmeticException wrong) {
            return false;
        }
    }

    private boolean epoch(byte[] bytes, int from, int to) {
        int shift = "epoch_seconds".equals(format) ? 6 : "epoch_millis".equals(format) ? 3 : 0;
        if (to - from > 40) {
            return false;
        }
        try {
            BigDecimal exact = new BigDecimal(text(bytes, from, to));
            if (Math.abs((long) exact.scale()) > 100) {
                return false;
            }
            BigDecimal micro = exact.movePointRight(shift);
            BigDecimal scaled = micro.setScale(0, RoundingMode.FLOOR);
            if (scaled.abs().compareTo(LIMIT) > 0) {
                return false;
            }
            value = scaled.longValueExact();
            finer = micro.compareTo(scaled) != 0;
            return true;
        } catch (NumberFormatException wrong) {
            return false;
        }
    }

    /// What is no text becomes U+FFFD, which is part of no time.
    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
