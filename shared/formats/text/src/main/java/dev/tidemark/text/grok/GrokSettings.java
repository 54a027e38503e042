package dev.tidemark.text.grok;

import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOption.Kind;
import dev.tidemark.spi.FormatOptions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// The options of a grokLog source, understood. Names and defaults are Glue's.
///
/// @param pattern   of a record
/// @param missing   a capture of this text is null
/// @param lineCount lines of a record
/// @param strict    whether the whole record must match and captures stay text
/// @param start     found in the first line of each record, or null: a record has `lineCount` lines
record GrokSettings(
        GrokPattern pattern,
        String missing,
        int lineCount,
        boolean strict,
        @Nullable Pattern start) {

    private static final int MOST_LINES = 10_000;

    static final List<FormatOption> OPTIONS = List.of(
            new FormatOption("logFormat", Kind.TEXT, List.of(), "Grok pattern of a record; required."),
            new FormatOption(
                    "customPatterns",
                    Kind.TEXT,
                    List.of(),
                    "Patterns of your own: a name, a blank and a pattern a line."),
            new FormatOption("MISSING", Kind.TEXT, List.of(), "A capture of this text is null; default '-'."),
            new FormatOption("LineCount", Kind.NUMBER, List.of(), "Lines of a record; default 1."),
            new FormatOption(
                    "StrictMode",
                    Kind.FLAG,
                    List.of(),
                    "The whole record must match, and captures stay text; default false."),
            new FormatOption(
                    "multiLineStart",
                    Kind.TEXT,
                    List.of(),
                    "Regular expression found in the first line of each record and in no other line."),
            new FormatOption("compression", Kind.TEXT, List.of(), "Accepted; compression is found by the first bytes."),
            new FormatOption(
                    "compressionType", Kind.TEXT, List.of(), "Accepted; compression is found by the first bytes."));

    static GrokSettings of(FormatOptions options) {
        String format = options.text("logFormat").orElse("");
        if (format.isBlank()) {
            throw new GrokOptionException(
                    "logFormat", format, "it is the pattern of a record, as in %{COMMONAPACHELOG}", null);
        }
        long lines = options.number("LineCount", 1);
        if (lines < 1 || lines > MOST_LINES) {
            throw new GrokOptionException(
                    "LineCount", String.valueOf(lines), "a record has between 1 and " + MOST_LINES + " lines", null);
        }
        Pattern start = options.text("multiLineStart").map(GrokSettings::start).orElse(null);
        if (start != null && lines > 1) {
            throw new GrokOptionException(
                    "LineCount",
                    String.valueOf(lines),
                    "multiLineStart says where records begin, so that they have as many lines as they have. Give one of"
                            + " the two",
                    null);
        }
        // A dot takes line ends where records have some: %{GREEDYDATA} is to take a stack trace.
        int flags = start != null || lines > 1 ? Pattern.DOTALL : 0;
        return new GrokSettings(
                GrokPattern.of(format, GrokDefinitions.with(options.text("customPatterns", "")), flags),
                options.text("MISSING", "-"),
                (int) lines,
                options.flag("StrictMode", false),
                start);
    }

    private static Pattern start(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException broken) {
            throw new GrokOptionException(
                    "multiLineStart",
                    regex,
                    "it is no regular expression (" + broken.getDescription()
                            + "). An example is ^\\d{4}-\\d{2}-\\d{2}",
                    broken);
        }
    }

    /// Whether records may be found from the middle of an object.
    static boolean singleLines(FormatOptions options) {
        return options.text("multiLineStart").isEmpty() && options.number("LineCount", 1) == 1;
    }
}
