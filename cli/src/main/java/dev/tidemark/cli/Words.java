package dev.tidemark.cli;

import dev.tidemark.job.BookmarkMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// How words of the command line are read, so that a wrong one is answered with a right one.
final class Words {

    private static final Instant FIRST = Instant.parse("0001-01-02T00:00:00Z");
    /// The day after is left out, so that the date is one of four digits in every timezone.
    private static final Instant END = Instant.parse("9999-12-31T00:00:00Z");

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
            String right = isDate(word) ? word : "2026-11-30";
            TypeConversionException wrong =
                    new TypeConversionException("'" + word + "' is not an instant; write " + right + "T00:00:00Z");
            wrong.initCause(e);
            throw wrong;
        }
    }

    /// Whether an hour would make a time of it that Tidemark knows.
    private static boolean isDate(String word) {
        try {
            Instant time = LocalDate.parse(word).atStartOfDay(ZoneOffset.UTC).toInstant();
            return !time.isBefore(FIRST) && time.isBefore(END);
        } catch (DateTimeParseException noDate) {
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
