package dev.tidemark.cli;

import dev.tidemark.job.BookmarkMode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// How words of the command line are read, so that a wrong one is answered with a right one.
final class Words {

    private static final Instant FIRST = Instant.parse("0001-01-02T00:00:00Z");
    /// The day after is left out, so that the date is one of four digits in every timezone.
    private static final Instant END = Instant.parse("9999-12-31T00:00:00Z");

    private static final Pattern DATE_AND_TIME = Pattern.compile(
            "([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[T ]+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?.*)?",
            Pattern.CASE_INSENSITIVE);

    private Words() {}

    /// Refuses what cannot be a run's id before it is taken for the name of a state item.
    ///
    /// @throws UsageException when it is none
    static void runId(String word) {
        if (!word.matches("[0-9A-Za-z][0-9A-Za-z_-]{0,79}")) {
            throw new UsageException("'" + word + "' is no run's id: it has up to 80 letters, digits, '-' and '_'. See:"
                    + " tidemark runs list JOB.");
        }
    }

    static void readBy(CommandLine line) {
        CommandLine _ = line.registerConverter(Instant.class, Words::instant)
                .registerConverter(BookmarkMode.class, Words::mode);
    }

    /// A time that has a date of four digits, as outputs, catalogs and state need it.
    static Instant instant(String word) {
        try {
            Instant time = Instant.parse(word);
            if (time.isBefore(FIRST) || !time.isBefore(END)) {
                throw new TypeConversionException(
                        "'" + word + "' is beyond the times that Tidemark knows: from " + FIRST + " to before " + END);
            }
            return time;
        } catch (DateTimeParseException e) {
            TypeConversionException wrong =
                    new TypeConversionException("'" + word + "' is not an instant; write " + meant(word));
            wrong.initCause(e);
            throw wrong;
        }
    }

    /// The instant that a word was probably meant for: its date and time, as far as it has them.
    private static String meant(String word) {
        Matcher parts = DATE_AND_TIME.matcher(word);
        if (parts.matches()) {
            String date = "%s-%s-%s".formatted(parts.group(1), two(parts.group(2)), two(parts.group(3)));
            String minutes = parts.group(4) == null ? "00:00" : two(parts.group(4)) + ":" + parts.group(5);
            String seconds = parts.group(6) == null ? "00" : parts.group(6);
            for (String time : List.of(minutes + ":" + seconds, "00:00:00")) {
                if (isKnown(date + "T" + time + "Z")) {
                    return date + "T" + time + "Z";
                }
            }
        }
        return "2026-11-30T00:00:00Z";
    }

    private static String two(String digits) {
        return digits.length() == 1 ? "0" + digits : digits;
    }

    private static boolean isKnown(String word) {
        try {
            Instant time = Instant.parse(word);
            return !time.isBefore(FIRST) && time.isBefore(END);
        } catch (DateTimeParseException none) {
            return false;
        }
    }

    /// Glue's names are understood too.
    private static BookmarkMode mode(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "enable", "job-bookmark-enable" -> BookmarkMode.ENABLE;
            case "disable", "job-bookmark-disable" -> BookmarkMode.DISABLE;
            case "pause", "job-bookmark-pause" -> BookmarkMode.PAUSE;
            default ->
                throw new TypeConversionException("'" + word
                        + "' is none of enable, disable, pause (or Glue's job-bookmark-enable, -disable, -pause)");
        };
    }
}
