package dev.tidemark.cli;

import java.nio.file.Path;

/// Names and texts that people gave, as terminals may show them: what would break or colour a line is escaped.
final class Shown {

    private Shown() {}

    static String of(Path path) {
        return of(path.toString());
    }

    /// Control characters and line separators as in Java: `\n`, `\u001b`.
    static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '\t' -> shown.append("\\t");
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                default -> {
                    if (controls(each)) {
                        shown.append("\\u%04x".formatted((int) each));
                    } else {
                        shown.append(each);
                    }
                }
            }
        }
        return shown.toString();
    }

    /// Marks of direction turn around what stands behind them.
    private static boolean controls(char each) {
        return Character.isISOControl(each)
                || each == '\u2028'
                || each == '\u2029'
                || (each >= '\u202A' && each <= '\u202E')
                || (each >= '\u2066' && each <= '\u2069');
    }
}
