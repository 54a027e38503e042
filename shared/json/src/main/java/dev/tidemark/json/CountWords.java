package dev.tidemark.json;

import java.util.regex.Pattern;

/// Counts for people: `1 object`, `2 objects`.
public final class CountWords {

    private static final Pattern ONE =
            Pattern.compile("(?<![\\d,.])1 (object|record|file|chunk|partition|group|byte|run)s\\b");

    private CountWords() {}

    /// @param sentence of counts and words of Tidemark's own: names and paths in it would be changed too
    public static String of(String sentence) {
        return ONE.matcher(sentence).replaceAll("1 $1");
    }
}
