package dev.tidemark.text;

import org.jspecify.annotations.Nullable;

/// Numbers that JSON has no notation for.
final class JsonNumbers {

    private JsonNumbers() {}

    /// The value of a text that stands for a number that JSON cannot write, in Spark's spellings.
    static @Nullable Double nonFinite(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity", "+Infinity", "INF", "+INF" -> Double.POSITIVE_INFINITY;
            case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }
}
