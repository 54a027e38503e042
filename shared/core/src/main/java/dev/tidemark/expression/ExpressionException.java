package dev.tidemark.expression;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// An expression that cannot be understood, does not fit the columns, or cannot be evaluated at plan time.
public final class ExpressionException extends TidemarkException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 200;

    private final String text;
    private final int position;
    private final String problem;
    private final @Nullable String hint;

    /// @param position column in `text`, counted from 1
    /// @param hint     what to write instead, as a sentence; null when there is nothing to say
    public ExpressionException(String text, int position, String problem, @Nullable String hint) {
        super("Expression \"" + shown(text, position) + "\", column " + position + ": " + problem
                + (hint == null ? "" : " " + hint));
        this.text = text;
        this.position = position;
        this.problem = problem;
        this.hint = hint;
    }

    private ExpressionException(String flow, ExpressionException unnamed) {
        super("Flow " + flow + ": " + unnamed.getMessage(), unnamed);
        this.text = unnamed.text;
        this.position = unnamed.position;
        this.problem = unnamed.problem;
        this.hint = unnamed.hint;
    }

    /// The same, with the flow's name before it: who plans knows whose expression it is.
    public ExpressionException in(String flow) {
        return new ExpressionException(flow, this);
    }

    public String text() {
        return text;
    }

    public int position() {
        return position;
    }

    public String problem() {
        return problem;
    }

    public @Nullable String hint() {
        return hint;
    }

    /// A long text is cut around the place that the error is about.
    private static String shown(String text, int position) {
        if (text.length() <= SHOWN) {
            return text;
        }
        int from = Math.max(0, Math.min(position - SHOWN / 2, text.length() - SHOWN));
        int to = Math.min(text.length(), from + SHOWN);
        return (from > 0 ? "…" : "") + text.substring(from, to) + (to < text.length() ? "…" : "");
    }
}
