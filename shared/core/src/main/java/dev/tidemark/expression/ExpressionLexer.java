package dev.tidemark.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Splits an expression into words.
final class ExpressionLexer {

    private static final Pattern NUMBER = Pattern.compile("(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
    private static final Pattern SUFFIX = Pattern.compile("(?i:BD|[LSYFD])(?![\\p{L}\\p{N}_])");
    private static final Pattern BARE_DATE = Pattern.compile("[0-9]{4}([-/])[0-9]{1,2}\\1[0-9]{1,2}(?![0-9])");
    private static final List<String> SYMBOLS = List.of(
            "<=>", "==", "!=", "<>", "<=", ">=", "=", "!", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",",
            ".");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private ExpressionLexer(String text) {
        this.text = text;
    }

    static List<Token> tokens(String text) {
        ExpressionLexer lexer = new ExpressionLexer(text);
        while (lexer.skipBlanks()) {
            lexer.next();
        }
        lexer.tokens.add(new Token(Token.Kind.END, "", text.length(), text.length()));
        return lexer.tokens;
    }

    private boolean skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length();
    }

    private void next() {
        char c = text.charAt(at);
        if ((c == 'r' || c == 'R') && at + 1 < text.length() && isQuote(text.charAt(at + 1))) {
            rawText();
        } else if (isQuote(c)) {
            text();
        } else if (c == '`') {
            quotedName();
        } else if (isDigit(c)
                || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)) && !afterValue())) {
            number();
        } else if (Character.isLetter(c) || c == '_') {
            int end = at;
            while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
                end++;
            }
            add(Token.Kind.WORD, text.substring(at, end), end);
        } else {
            symbol(c);
        }
    }

    /// After a name, `]` or `)` a point starts a field.
    private boolean afterValue() {
        if (tokens.isEmpty()) {
            return false;
        }
        Token last = tokens.getLast();
        return last.kind() == Token.Kind.WORD || last.kind() == Token.Kind.QUOTED_NAME || last.is("]") || last.is(")");
    }

    private void symbol(char c) {
        if (text.startsWith("--", at) || text.startsWith("/*", at)) {
            throw error(at, "there are no comments in expressions.", "Put a blank between two minus signs.");
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at)) {
                add(Token.Kind.SYMBOL, symbol, at + symbol.length());
                return;
            }
        }
        String hint = "‘’“”„‚′″".indexOf(c) >= 0
                ? "Use straight quotes: 'text'."
                : "Names with characters other than letters, digits and _ stand in backticks: `my-name`.";
        throw error(
                at,
                "the character '" + text.substring(at, at + Character.charCount(text.codePointAt(at)))
                        + "' has no meaning here.",
                hint);
    }

    private void number() {
        Matcher date = BARE_DATE.matcher(text).region(at, text.length());
        if (date.lookingAt()) {
            throw error(
                    at,
                    date.group() + " without quotes is arithmetic, not a date.",
                    "Write '" + date.group().replace('/', '-') + "' in quotes.");
        }
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (!number.lookingAt()) {
            throw error(at, "this is not a number.", null);
        }
        int end = number.end();
        Matcher suffix = SUFFIX.matcher(text).region(end, text.length());
        if (suffix.lookingAt()) {
            end = suffix.end();
        }
        if (end < text.length() && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '_')) {
            throw error(
                    at,
                    "a number is followed by letters.",
                    "Put a name that begins with a digit in backticks, and a text in quotes.");
        }
        add(Token.Kind.NUMBER, text.substring(at, end), end);
    }

    private void quotedName() {
        StringBuilder name = new StringBuilder();
        int i = at + 1;
        while (true) {
            if (i >= text.length()) {
                throw error(at, "the name that begins here has no closing `.", null);
            }
            char c = text.charAt(i++);
            if (c != '`') {
                name.append(c);
            } else if (i < text.length() && text.charAt(i) == '`') {
                name.append('`');
                i++;
            } else {
                break;
            }
        }
        if (name.isEmpty()) {
            throw error(at, "`` names no column.", null);
        }
        add(Token.Kind.QUOTED_NAME, name.toString(), i);
    }

    private void rawText() {
        int end = text.indexOf(text.charAt(at + 1), at + 2);
        if (end < 0) {
            throw unclosed(at + 1);
        }
        add(Token.Kind.TEXT, text.substring(at + 2, end), end + 1);
    }

    private void text() {
        char quote = text.charAt(at);
        StringBuilder value = new StringBuilder();
        int i = at + 1;
        while (true) {
            if (i >= text.length()) {
                throw unclosed(at);
            }
            char c = text.charAt(i++);
            if (c == '\\') {
                i = escape(i, value);
            } else if (c != quote) {
                value.append(c);
            } else if (i < text.length() && text.charAt(i) == quote) {
                value.append(quote);
                i++;
            } else {
                break;
            }
        }
        add(Token.Kind.TEXT, value.toString(), i);
    }

    /// Spark's escapes: `\%` and `\_` keep the backslash for LIKE, any other unknown one drops it.
    private int escape(int from, StringBuilder value) {
        if (from >= text.length()) {
            throw unclosed(at);
        }
        char c = text.charAt(from);
        int digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
        if (digits > 0 && from + digits < text.length()) {
            String hex = text.substring(from + 1, from + 1 + digits);
            if (hex.matches("[0-9a-fA-F]+") && Long.parseLong(hex, 16) <= Character.MAX_CODE_POINT) {
                value.appendCodePoint(Integer.parseInt(hex, 16));
                return from + 1 + digits;
            }
        }
        if (c >= '0' && c <= '1' && from + 2 < text.length() && isOctal(from + 1) && isOctal(from + 2)) {
            value.append((char) Integer.parseInt(text.substring(from, from + 3), 8));
            return from + 3;
        }
        switch (c) {
            case '0' -> value.append('\0');
            case 'b' -> value.append('\b');
            case 'n' -> value.append('\n');
            case 'r' -> value.append('\r');
            case 't' -> value.append('\t');
            case 'Z' -> value.append('\u001a');
            case '%' -> value.append("\\%");
            case '_' -> value.append("\\_");
            default -> value.append(c);
        }
        return from + 1;
    }

    private boolean isOctal(int index) {
        return text.charAt(index) >= '0' && text.charAt(index) <= '7';
    }

    private ExpressionException unclosed(int start) {
        return error(
                start,
                "the text that begins here has no closing quote.",
                "A quote inside a text is written twice: 'O''Brien', or the other kind stands around it: \"O'Brien\".");
    }

    private void add(Token.Kind kind, String value, int end) {
        tokens.add(new Token(kind, value, at, end));
        at = end;
    }

    private ExpressionException error(int index, String problem, @Nullable String hint) {
        return new ExpressionException(text, index + 1, problem, hint);
    }

    private static boolean isQuote(char c) {
        return c == '\'' || c == '"';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
