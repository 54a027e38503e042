package dev.tidemark.json;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The pieces of which mistakes are worded.
final class Wording {

    private static final int SHOWN = 60;

    private Wording() {}

    /// A text of the file as a message shows it: on one line, not endless.
    static String shown(String text) {
        String line = text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r");
        return line.codePointCount(0, line.length()) <= SHOWN
                ? line
                : line.substring(0, line.offsetByCodePoints(0, SHOWN)) + "…";
    }

    /// `Did you mean x?`, or all the names when none is near.
    static @Nullable String nearest(String name, Collection<String> known) {
        String near = nearestOf(name, known);
        if (near != null) {
            return "Did you mean " + near + "?";
        }
        return known.isEmpty() ? null : "Known here: " + String.join(", ", known) + ".";
    }

    /// The known name with the fewest edits, or null when none is close.
    static @Nullable String nearestOf(String name, Collection<String> known) {
        String wanted = folded(name);
        String best = null;
        int bestEdits = Math.max(1, wanted.length() / 3) + 1;
        for (String candidate : known) {
            int edits = edits(wanted, folded(candidate));
            if (edits < bestEdits) {
                best = candidate;
                bestEdits = edits;
            }
        }
        return best;
    }

    private static String folded(String name) {
        String cut = name.length() <= SHOWN ? name : name.substring(0, SHOWN);
        return cut.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    /// Levenshtein distance; two neighbours swapped count as one edit.
    private static int edits(String from, String to) {
        int[][] table = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : edit(table, from, to, i, j);
            }
        }
        return table[from.length()][to.length()];
    }

    private static int edit(int[][] table, String from, String to, int i, int j) {
        int replaced = table[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
    }
}
