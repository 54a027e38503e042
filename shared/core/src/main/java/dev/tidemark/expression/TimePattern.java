package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A pattern of Spark's datetime formatter
/// (https://spark.apache.org/docs/latest/sql-ref-datetime-pattern.html).
final class TimePattern {

    private static final String LETTERS = "GyMLdDEFaQqhHkKmsSVzOXxZ";

    private final String text;
    private final DateTimeFormatter formatter;

    TimePattern(String text) {
        this.text = text;
        this.formatter = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(javaPattern(text))
                .toFormatter(Locale.US)
                .withChronology(IsoChronology.INSTANCE)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    String text() {
        return text;
    }

    /// Spark's `y` is Java's `u`, the year that may be negative, unless an era stands in the pattern.
    private static String javaPattern(String pattern) {
        StringBuilder java = new StringBuilder();
        boolean quoted = false;
        boolean era = pattern.replaceAll("'[^']*'", "").indexOf('G') >= 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
            }
            boolean letter = !quoted && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
            if (letter && LETTERS.indexOf(c) < 0) {
                throw new IllegalArgumentException("the letter " + c + " has no meaning; texts stand in ''");
            }
            java.append(letter && c == 'y' && !era ? 'u' : c);
        }
        return java.toString();
    }

    void format(long micros, ZoneId zone, BytesVector out) {
        out.append(formatter.format(TimeText.instant(micros).atZone(zone)));
    }

    /// Microseconds since the epoch, or [TimeText#INVALID].
    long parse(String value, ZoneId zone) {
        try {
            TemporalAccessor parsed = formatter.parse(value);
            ZoneId ownZone = parsed.query(TemporalQueries.zone());
            if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
                return TimeText.micros(Instant.from(parsed));
            }
            LocalTime time = time(parsed);
            LocalDate date = date(parsed);
            return TimeText.micros(date, time.getLong(ChronoField.MICRO_OF_DAY), ownZone == null ? zone : ownZone);
        } catch (DateTimeException | ArithmeticException notOfThisForm) {
            return TimeText.INVALID;
        }
    }

    private static LocalDate date(TemporalAccessor parsed) {
        LocalDate date = parsed.query(TemporalQueries.localDate());
        if (date != null) {
            return date;
        }
        int year = get(parsed, ChronoField.YEAR, 1970);
        return LocalDate.of(
                parsed.isSupported(ChronoField.YEAR) ? year : get(parsed, ChronoField.YEAR_OF_ERA, year),
                get(parsed, ChronoField.MONTH_OF_YEAR, 1),
                get(parsed, ChronoField.DAY_OF_MONTH, 1));
    }

    private static LocalTime time(TemporalAccessor parsed) {
        LocalTime time = parsed.query(TemporalQueries.localTime());
        if (time != null) {
            return time;
        }
        int hour = parsed.isSupported(ChronoField.HOUR_OF_DAY)
                ? parsed.get(ChronoField.HOUR_OF_DAY)
                : get(parsed, ChronoField.HOUR_OF_AMPM, 0) + 12 * get(parsed, ChronoField.AMPM_OF_DAY, 0);
        return LocalTime.of(
                hour, get(parsed, ChronoField.MINUTE_OF_HOUR, 0), get(parsed, ChronoField.SECOND_OF_MINUTE, 0));
    }

    private static int get(TemporalAccessor parsed, ChronoField field, int otherwise) {
        return parsed.isSupported(field) ? parsed.get(field) : otherwise;
    }

    /// Keeps the last pattern: it is the same for all rows nearly always.
    static final class Cache {
        private byte @Nullable [] source;
        private @Nullable TimePattern compiled;
        private String problem = "";

        /// The pattern, or null when it is none: then [#problem()] says why.
        @Nullable
        TimePattern get(BytesVector patterns, int row) {
            int start = patterns.start(row);
            int end = start + patterns.length(row);
            if (source == null || !Arrays.equals(patterns.bytes(), start, end, source, 0, source.length)) {
                source = patterns.get(row);
                String text = new String(source, StandardCharsets.UTF_8);
                try {
                    compiled = new TimePattern(text);
                } catch (IllegalArgumentException wrong) {
                    compiled = null;
                    problem = "'" + text + "': " + wrong.getMessage();
                }
            }
            return compiled;
        }

        String problem() {
            return problem;
        }
    }
}
