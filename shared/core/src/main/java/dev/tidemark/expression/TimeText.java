package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Dates and timestamps from and to text, by the rules of Spark's CAST.
final class TimeText {

    /// No date or timestamp: neither range reaches it.
    static final long INVALID = Long.MIN_VALUE;

    static final long MICROS_PER_SECOND = 1_000_000L;
    static final long MICROS_PER_DAY = 86_400L * MICROS_PER_SECOND;

    private static final Pattern OFFSET = Pattern.compile("[+-][0-9]{1,2}(:[0-9]{1,2}(:[0-9]{1,2})?)?");

    private final String text;
    private int at;

    private TimeText(String text) {
        this.text = text;
    }

    /// Days since the epoch of `[+-]y[-m[-d[ T…]]]`, or [#INVALID].
    static long days(String raw) {
        TimeText reader = new TimeText(SparkText.trimAll(raw));
        LocalDate date = reader.date();
        if (date == null || (!reader.ended() && (reader.parts < 3 || !reader.atTime()))) {
            return INVALID;
        }
        return date.toEpochDay();
    }

    /// The same for a value of a vector; `yyyy-MM-dd` makes no object.
    static long days(BytesVector in, int row) {
        long days = CanonicalText.days(in, row);
        return days == CanonicalText.NONE ? days(in.text(row)) : days;
    }

    /// The same as [#micros(String, ZoneId)] for a value of a vector; the usual form in UTC makes no object.
    static long micros(BytesVector in, int row, ZoneId zone) {
        long micros = CanonicalText.micros(in, row, zone.equals(ZoneOffset.UTC));
        return micros == CanonicalText.NONE ? micros(in.text(row), zone) : micros;
    }

    /// Microseconds since the epoch of a date with an optional time and zone, or [#INVALID].
    ///
    /// @param zone of a text that names none
    static long micros(String raw, ZoneId zone) {
        TimeText reader = new TimeText(SparkText.trimAll(raw));
        try {
            return reader.timestamp(zone);
        } catch (DateTimeException | ArithmeticException outOfRange) {
            return INVALID;
        }
    }

    private int parts;

    private long timestamp(ZoneId zone) {
        LocalDate date = date();
        if (date == null) {
            return INVALID;
        }
        if (ended()) {
            return micros(date, 0, zone);
        }
        if (parts < 3 || !atTime()) {
            return INVALID;
        }
        at++;
        long micros = timeOfDay();
        if (micros < 0) {
            return INVALID;
        }
        String rest = text.substring(at).strip();
        ZoneId found = rest.isEmpty() ? zone : zone(rest);
        return found == null ? INVALID : micros(date, micros, found);
    }

    private @Nullable LocalDate date() {
        int sign = 1;
        if (!ended() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            sign = text.charAt(at++) == '-' ? -1 : 1;
        }
        int year = number(4, 7);
        int month = 1;
        int day = 1;
        parts = 1;
        if (year >= 0 && taken('-')) {
            month = number(1, 2);
            parts = 2;
            if (month >= 0 && taken('-')) {
                day = number(1, 2);
                parts = 3;
            }
        }
        if (year < 0 || month < 0 || day < 0) {
            return null;
        }
        try {
            return LocalDate.of(sign * year, month, day);
        } catch (DateTimeException notADay) {
            return null;
        }
    }

    private boolean atTime() {
        return text.charAt(at) == ' ' || text.charAt(at) == 'T';
    }

    /// Microseconds of `h[:m[:s[.f]]]`, or -1.
    private long timeOfDay() {
        int hour = number(1, 2);
        int minute = 0;
        int second = 0;
        long fraction = 0;
        if (hour >= 0 && taken(':')) {
            minute = number(1, 2);
            if (minute >= 0 && taken(':')) {
                second = number(1, 2);
                if (second >= 0 && taken('.')) {
                    fraction = fraction();
                }
            }
        }
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
            return -1;
        }
        return ((hour * 60L + minute) * 60 + second) * MICROS_PER_SECOND + fraction;
    }

    /// Digits after the sixth are dropped.
    private long fraction() {
        long micros = 0;
        int digits = 0;
        while (!ended() && isDigit(text.charAt(at))) {
            if (digits++ < 6) {
                micros = micros * 10 + (text.charAt(at) - '0');
            }
            at++;
        }
        for (int i = digits; i < 6; i++) {
            micros *= 10;
        }
        return micros;
    }

    private static @Nullable ZoneId zone(String name) {
        try {
            if (name.equals("Z")) {
                return ZoneOffset.UTC;
            }
            if (OFFSET.matcher(name).matches()) {
                String[] fields = name.substring(1).split(":", -1);
                int seconds = 0;
                int[] units = {3600, 60, 1};
                for (int i = 0; i < fields.length; i++) {
                    seconds += Integer.parseInt(fields[i]) * units[i];
                }
                return ZoneOffset.ofTotalSeconds(name.charAt(0) == '-' ? -seconds : seconds);
            }
            return ZoneId.of(name, ZoneId.SHORT_IDS);
        } catch (DateTimeException unknown) {
            return null;
        }
    }

    /// A number of `least` to `most` digits, or -1.
    private int number(int least, int most) {
        int from = at;
        int value = 0;
        while (!ended() && isDigit(text.charAt(at)) && at - from <= most) {
            value = value * 10 + (text.charAt(at) - '0');
            at++;
        }
        int digits = at - from;
        return digits >= least && digits <= most ? value : -1;
    }

    private boolean taken(char wanted) {
        if (!ended() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private boolean ended() {
        return at == text.length();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /// @throws ArithmeticException when the instant is out of range
    static long micros(LocalDate date, long microsOfDay, ZoneId zone) {
        long local = Math.addExact(Math.multiplyExact(date.toEpochDay(), MICROS_PER_DAY), microsOfDay);
        if (zone.equals(ZoneOffset.UTC)) {
            return local;
        }
        Instant instant = date.atTime(LocalTime.ofNanoOfDay(microsOfDay * 1000))
                .atZone(zone)
                .toInstant();
        return micros(instant);
    }

    /// Midnight of a day, or the first moment after it where a zone skips midnight; [#INVALID] when out of range.
    static long startOfDay(int days, ZoneId zone) {
        if (zone.equals(ZoneOffset.UTC) && Math.abs((long) days) < 100_000_000) {
            return days * MICROS_PER_DAY;
        }
        try {
            return micros(LocalDate.ofEpochDay(days), 0, zone);
        } catch (ArithmeticException outOfRange) {
            return INVALID;
        }
    }

    static long micros(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND), instant.getNano() / 1000);
    }

    static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1000);
    }

    /// The microseconds that a clock on the wall of `zone` shows, counted from its own 1970-01-01T00:00.
    static long local(long micros, ZoneId zone) {
        if (zone.equals(ZoneOffset.UTC)) {
            return micros;
        }
        return micros + zone.getRules().getOffset(instant(micros)).getTotalSeconds() * MICROS_PER_SECOND;
    }

    static String date(long days) {
        LocalDate date = LocalDate.ofEpochDay(days);
        int year = date.getYear();
        if (year >= 0 && year <= 9999) {
            return String.format(Locale.ROOT, "%04d-%02d-%02d", year, date.getMonthValue(), date.getDayOfMonth());
        }
        return String.format(
                Locale.ROOT,
                "%s%04d-%02d-%02d",
                year < 0 ? "-" : "+",
                Math.abs(year),
                date.getMonthValue(),
                date.getDayOfMonth());
    }

    static String timestamp(long micros, ZoneId zone) {
        long local = local(micros, zone);
        long second = Math.floorMod(local, MICROS_PER_DAY) / MICROS_PER_SECOND;
        long fraction = Math.floorMod(local, MICROS_PER_SECOND);
        String text = date(Math.floorDiv(local, MICROS_PER_DAY))
                + String.format(Locale.ROOT, " %02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60);
        if (fraction == 0) {
            return text;
        }
        return text + "." + String.format(Locale.ROOT, "%06d", fraction).replaceFirst("0+$", "");
    }
}
