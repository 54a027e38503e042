package dev.tidemark.expression;

/// What Spark takes for blanks around a value that is cast.
final class SparkText {

    private SparkText() {}

    /// Without ASCII control characters and blanks at both ends.
    static String trimAll(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && blank(text.charAt(from))) {
            from++;
        }
        while (from < to && blank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    static boolean blank(int c) {
        return (c >= 0 && c <= ' ') || c == 0x7f;
    }
}
