package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Dates and timestamps of one column: ISO 8601, a pattern, or a count since the epoch.
///
/// What is finer than a microsecond is cut off (towards the past). Texts without a zone are wall clock in the
/// column's.
final class JsonTimes {

    private static final long MICROS = 1_000_000;

    private final @Nullable String format;
    private final @Nullable DateTimeFormatter pattern;
    /// Units of a count in a second, or 0 for texts.
    private final long unitsPerSecond;

    private final ZoneId zone;
    private final boolean utc;
    private long value;

    private JsonTimes(@Nullable String format, ZoneId zone) {
        this.format = format;
        this.zone = zone;
        this.utc = zone.normalized().equals(ZoneOffset.UTC);
        this.unitsPerSecond = format == null ? 0 : unitsPerSecond(format);
        this.pattern = format == null || unitsPerSecond > 0
                ? null
                : new DateTimeFormatterBuilder()
                        .parseCaseInsensitive()
                        .appendPattern(format)
                        .toFormatter(Locale.US);
    }

    static JsonTimes of(ColumnSpec spec, ZoneId zone) {
        ZoneId own = spec.zone();
        return new JsonTimes(spec.format(), own == null ? zone : own);
    }

    private static long unitsPerSecond(String format) {
        return switch (format.toLowerCase(Locale.ROOT)) {
            case "epoch_seconds" -> 1;
            case "epoch_millis" -> 1_000;
            case "epoch_micros" -> MICROS;
            default -> 0;
        };
    }

    boolean takes(JsonToken token) {
        return token == JsonToken.VALUE_STRING || (unitsPerSecond > 0 && token.isNumeric());
    }

    String expected(DataType type) {
        if (unitsPerSecond > 0) {
            return "a number (" + format + ") is expected";
        }
        if (pattern != null) {
            return "a text as '" + format + "' is expected";
        }
        return (type.equals(DataType.DATE) ? "'2026-03-01'" : "'2026-03-01T10:15:30Z'")
                + " is expected; set format for other texts, or to epoch_seconds, epoch_millis or epoch_micros";
    }

    /// The result of the last conversion that answered true: microseconds, or days for a date.
    long value() {
        return value;
    }

    boolean date(byte[] bytes, int start, int length) {
        try {
            if (unitsPerSecond > 0) {
                long micros = ofCount(text(bytes, start, length));
                Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
                value = LocalDate.ofInstant(instant, zone).toEpochDay();
            } else if (pattern != null) {
                value = pattern.parse(text(bytes, start, length), LocalDate::from)
                        .toEpochDay();
            } else if (length == 10 && isDate(bytes, start)) {
                value = LocalDate.of(digits(bytes, start, 4), digits(bytes, start + 5, 2), digits(bytes, start + 8, 2))
                        .toEpochDay();
            } else {
                value = LocalDate.parse(text(bytes, start, length)).toEpochDay();
            }
            return value == (int) value;
        } catch (DateTimeException | ArithmeticException | NumberFormatException notOne) {
            return false;
        }
    }

    boolean timestamp(byte[] bytes, int start, int length) {
        try {
            if (unitsPerSecond > 0) {
                value = ofCount(text(bytes, start, length));
            } else if (pattern != null) {
                value = ofPattern(pattern, text(bytes, start, length));
            } else if (length < 10 || !isDate(bytes, start)) {
                value = micros(Instant.parse(text(bytes, start, length)));
            } else {
                return iso(bytes, start, start + length);
            }
            return true;
        } catch (DateTimeException | ArithmeticException | NumberFormatException notOne) {
            return false;
        }
    }

    private static String text(byte[] bytes, int start, int length) {
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    private long ofCount(String count) {
        if (count.length() > 40) {
            throw new NumberFormatException("too long");
        }
        BigDecimal seconds = new BigDecimal(count);
        if (Math.abs((long) seconds.scale()) > 40) {
            throw new ArithmeticException("beyond a timestamp");
        }
        return seconds.multiply(BigDecimal.valueOf(MICROS / unitsPerSecond))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
    }

    private long ofPattern(DateTimeFormatter formatter, String text) {
        TemporalAccessor parsed =
                formatter.parseBest(text, ZonedDateTime::from, Instant::from, LocalDateTime::from, LocalDate::from);
        return switch (parsed) {
            case ZonedDateTime zoned -> micros(zoned.toInstant());
            case Instant instant -> micros(instant);
            case LocalDateTime local -> micros(local.atZone(zone).toInstant());
            case LocalDate date -> micros(date.atStartOfDay(zone).toInstant());
            default -> throw new DateTimeException("no date");
        };
    }

    private static long micros(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), MICROS), instant.getNano() / 1_000);
    }

    private static boolean isDate(byte[] bytes, int at) {
        return bytes[at + 4] == '-' && bytes[at + 7] == '-';
    }

    /// `yyyy-MM-dd[(T| )HH:mm[:ss[.f…]][Z|±HH[[:]mm]]]`.
    private boolean iso(byte[] bytes, int start, int end) {
        LocalDate date =
                LocalDate.of(digits(bytes, start, 4), digits(bytes, start + 5, 2), digits(bytes, start + 8, 2));
        int at = start + 10;
        if (at == end) {
            value = local(date.atStartOfDay(), 0);
            return true;
        }
        if ((bytes[at] != 'T' && bytes[at] != 't' && bytes[at] != ' ') || end - at < 6 || bytes[at + 3] != ':') {
            return false;
        }
        int hour = digits(bytes, at + 1, 2);
        int minute = digits(bytes, at + 4, 2);
        at += 6;
        int second = 0;
        int micros = 0;
        if (at < end && bytes[at] == ':') {
            if (end - at < 3) {
                return false;
            }
            second = digits(bytes, at + 1, 2);
            at += 3;
            if (at < end && (bytes[at] == '.' || bytes[at] == ',')) {
                int fraction = at + 1;
                at = endOfDigits(bytes, fraction, end);
                if (at == fraction) {
                    return false;
                }
                for (int i = fraction; i < fraction + 6; i++) {
                    micros = micros * 10 + (i < at ? bytes[i] - '0' : 0);
                }
            }
        }
        LocalDateTime local = date.atTime(hour, minute, second);
        if (at == end) {
            value = local(local, micros);
            return true;
        }
        // "2026-03-01 10:00:00 +01:00"
        ZoneOffset offset = ZoneOffset.of(text(bytes, at, end - at).strip().toUpperCase(Locale.ROOT));
        value = local.toEpochSecond(offset) * MICROS + micros;
        return true;
    }

    private long local(LocalDateTime local, int micros) {
        long seconds =
                utc ? local.toEpochSecond(ZoneOffset.UTC) : local.atZone(zone).toEpochSecond();
        return seconds * MICROS + micros;
    }

    private static int endOfDigits(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    private static int digits(byte[] bytes, int at, int count) {
        int number = 0;
        for (int i = at; i < at + count; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                throw new NumberFormatException("no digit");
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
