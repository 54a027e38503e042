package dev.tidemark.cli;

import dev.tidemark.job.BookmarkMode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// How words of the command line are read, so that a wrong one is answered with a right one.
final class Words {

    private Words() {}

    static void readBy(CommandLine line) {
        CommandLine _ = line.registerConverter(Instant.class, Words::instant)
                .registerConverter(BookmarkMode.class, Words::mode);
    }

    private static Instant instant(String word) {
        try {
            return Instant.parse(word);
        } catch (DateTimeParseException e) {
            String right = word.matches("[0-9]{4}-[01][0-9]-[0-3][0-9]") ? word : "2026-11-30";
            TypeConversionException wrong =
                    new TypeConversionException("'" + word + "' is not an instant; write " + right + "T00:00:00Z");
            wrong.initCause(e);
            throw wrong;
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
