package dev.tidemark.expression;

import java.util.Locale;

/// A word of an expression.
///
/// @param text  a name without backticks, a text without quotes and escapes, a number or symbol as written
/// @param start index of its first character in the expression
/// @param end   index after its last character
record Token(Kind kind, String text, int start, int end) {

    enum Kind {
        WORD,
        QUOTED_NAME,
        TEXT,
        NUMBER,
        SYMBOL,
        END
    }

    boolean is(String wordOrSymbol) {
        return switch (kind) {
            case WORD -> text.equalsIgnoreCase(wordOrSymbol);
            case SYMBOL -> text.equals(wordOrSymbol);
            case QUOTED_NAME, TEXT, NUMBER, END -> false;
        };
    }

    String upper() {
        return text.toUpperCase(Locale.ROOT);
    }

    String shown() {
        return switch (kind) {
            case WORD, NUMBER, SYMBOL -> "'" + text + "'";
            case QUOTED_NAME -> "`" + text + "`";
            case TEXT -> "the text '" + text + "'";
            case END -> "the end of the expression";
        };
    }
}
