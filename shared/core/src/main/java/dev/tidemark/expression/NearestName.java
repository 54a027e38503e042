package dev.tidemark.expression;

import dev.tidemark.data.Schema;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Finds what a mistyped name probably meant.
public final class NearestName {

    private NearestName() {}

    /// The candidate with the fewest edits to `name`, or null when none is close.
    public static @Nullable String of(String name, Collection<String> candidates) {
        String wanted = Schema.fold(name);
        String best = null;
        int bestEdits = (name.length() < 3 ? 1 : Math.max(2, name.length() / 3)) + 1;
        for (String candidate : candidates) {
            int edits = edits(wanted, Schema.fold(candidate));
            if (edits < bestEdits) {
                best = candidate;
                bestEdits = edits;
            }
        }
        return best;
    }

    /// Levenshtein distance.
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
