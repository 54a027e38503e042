package dev.tidemark.json;

import dev.tidemark.job.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/// Says in a user's words why a text is no YAML. Nearly always a character of the value means something to YAML, and
/// quotes help.
final class YamlAccident {

    private static final String TAB_HINT =
            "Use spaces. A tab that is meant as a value is written \"\\t\": put it in quotes.";

    private YamlAccident() {}

    static void report(MarkedYAMLException broken, String source, Mistakes mistakes) {
        String problem = broken.getProblem() == null ? "" : broken.getProblem();
        Mark context = broken.getContextMark();
        Mark at = broken.getProblemMark() == null ? context : broken.getProblemMark();
        if (at == null) {
            mistakes.add(new Place(1, 1, ""), "This is not YAML: " + problem + ".", null);
            return;
        }
        Place place = YamlReader.place(at, "");
        String because = broken.getContext() == null ? "" : broken.getContext();
        if (problem.contains("end of stream") || problem.contains("document separator")) {
            if (because.contains("quoted scalar") && context != null) {
                mistakes.add(
                        YamlReader.place(context, ""),
                        "The quote that opens here is never closed.",
                        "Close it, or put the quote itself in quotes of the other kind.");
                return;
            }
        }
        char found = character(source, place);
        if (found == '\t' || problem.contains("TAB")) {
            mistakes.add(place, "A tab stands where YAML allows only spaces.", TAB_HINT);
            return;
        }
        if (because.contains("alias") || because.contains("anchor")) {
            Place start = context == null ? place : YamlReader.place(context, "");
            char sign = because.contains("alias") ? '*' : '&';
            mistakes.add(
                    start,
                    "YAML takes a text that begins with " + sign + " for an " + (sign == '*' ? "alias" : "anchor")
                            + ".",
                    quote(word(source, start)));
            return;
        }
        String own = ownWords(problem, because, found);
        mistakes.add(
                place, own == null ? "This is not YAML: " + problem + "." : own, hint(problem, because, source, place));
    }

    /// An accident that has no mark of its own: `at` is where reading stopped.
    static void reportUnmarked(YAMLException broken, Place at, Mistakes mistakes) {
        String problem = broken.getMessage() == null ? "" : broken.getMessage();
        if (problem.contains("simple key is required")) {
            mistakes.add(
                    at,
                    "Text stands here right behind a quoted text that begins on a line above.",
                    "Close that quote on its own line.");
            return;
        }
        mistakes.add(at, "This is not YAML: " + problem + ".", null);
    }

    private static @Nullable String ownWords(String problem, String because, char found) {
        if (problem.contains("mapping values are not allowed")) {
            return "A colon with a space behind it makes a key here, inside another value.";
        }
        if (problem.contains("cannot start any token")) {
            return "YAML keeps " + found + " for itself at the start of a text.";
        }
        if (problem.contains("comment or a line break")) {
            return "| and > begin a block of text on the lines below, and something stands behind them here.";
        }
        if (because.contains("tag")) {
            return "YAML takes a text that begins with ! for a tag.";
        }
        if (because.contains("flow sequence")) {
            return "The list in brackets that begins with [ is not continued or closed rightly here.";
        }
        if (because.contains("flow mapping")) {
            return "The map in braces that begins with { is not continued or closed rightly here.";
        }
        if (because.contains("block collection") || because.contains("block mapping")) {
            return "This line does not go on with the keys or items of the lines above.";
        }
        return problem.contains("unexpected end") || problem.contains("<stream end>")
                ? "The file ends in the middle of something."
                : null;
    }

    private static @Nullable String hint(String problem, String because, String source, Place place) {
        if (problem.contains("mapping values are not allowed")) {
            return quote(null);
        }
        if (problem.contains("cannot start any token") || because.contains("tag")) {
            return quote(word(source, place));
        }
        if (because.contains("flow")) {
            return "Check commas and brackets. " + quote(null);
        }
        if (because.contains("block")) {
            return "Check the indentation; a value that begins with a quote ends with it. " + quote(null);
        }
        return null;
    }

    /// The advice that helps with nearly every accident.
    static String quote(@Nullable String text) {
        return text == null || text.isEmpty()
                ? "If it is part of a value, put it in quotes."
                : "Put it in quotes: \""
                        + Wording.shown(text.replace("\\", "\\\\").replace("\"", "\\\"")) + "\".";
    }

    /// What stands at `place` up to what ends a value there.
    static String word(String source, Place place) {
        List<String> lines = source.lines().toList();
        if (place.line() < 1 || place.line() > lines.size()) {
            return "";
        }
        String line = lines.get(place.line() - 1);
        int from = Math.min(
                line.length(),
                line.offsetByCodePoints(0, Math.min(place.column() - 1, line.codePointCount(0, line.length()))));
        int to = from;
        while (to < line.length() && !ends(line, to)) {
            to++;
        }
        return line.substring(from, to).strip();
    }

    private static boolean ends(String line, int at) {
        char c = line.charAt(at);
        return c == ',' || c == ']' || c == '}' || (c == '#' && at > 0 && line.charAt(at - 1) == ' ');
    }

    private static char character(String source, Place place) {
        List<String> lines = source.lines().toList();
        if (place.line() > lines.size()) {
            return ' ';
        }
        String line = lines.get(place.line() - 1);
        return place.column() > line.length() ? ' ' : line.charAt(place.column() - 1);
    }
}
