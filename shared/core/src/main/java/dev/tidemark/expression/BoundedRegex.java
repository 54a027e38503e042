package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Java regular expressions that give up: `(a+)+$` on a long text would run for years, `(a|b)*` overflow the stack.
final class BoundedRegex {

    /// Characters that one match may look at, beside this many for each character of the text.
    private static final long BASE_STEPS = 1_000_000;

    private static final long STEPS_PER_CHARACTER = 1000;

    private BoundedRegex() {}

    /// A text that counts how often it is looked at.
    private static final class CountedText implements CharSequence {
        private final CharSequence text;
        private final long[] stepsLeft;

        private CountedText(CharSequence text, long[] stepsLeft) {
            this.text = text;
            this.stepsLeft = stepsLeft;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (--stepsLeft[0] < 0) {
                throw new TooManyStepsException();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new CountedText(text.subSequence(start, end), stepsLeft);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    private static final class TooManyStepsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyStepsException() {
            super("too many steps", null, false, false);
        }
    }

    static Matcher matcher(Pattern pattern, String text) {
        long[] steps = {BASE_STEPS + STEPS_PER_CHARACTER * text.length()};
        return pattern.matcher(new CountedText(text, steps));
    }

    /// Keeps the last pattern: it is the same for all rows nearly always.
    static final class Cache {
        private byte @Nullable [] source;
        private @Nullable Pattern compiled;
        private String problem = "";

        /// Matches the text `in[0]` against the pattern `in[1]`. `use` appends one value, or the row fails.
        void match(ColumnVector[] in, int row, ColumnVector out, Rows rows, Consumer<Matcher> use) {
            Pattern pattern = pattern((BytesVector) in[1], row);
            if (pattern == null) {
                rows.fail(row, problem);
                out.appendNull();
                return;
            }
            int before = out.size();
            try {
                use.accept(matcher(pattern, ((BytesVector) in[0]).text(row)));
            } catch (TooManyStepsException | StackOverflowError endless) {
                out.truncate(before);
                rows.fail(row, "the regular expression takes too long on this text; make it match in one way only");
                out.appendNull();
            }
        }

        private @Nullable Pattern pattern(BytesVector patterns, int row) {
            int start = patterns.start(row);
            int end = start + patterns.length(row);
            if (source == null || !Arrays.equals(patterns.bytes(), start, end, source, 0, source.length)) {
                source = patterns.get(row);
                try {
                    compiled = Pattern.compile(new String(source, StandardCharsets.UTF_8));
                } catch (PatternSyntaxException wrong) {
                    compiled = null;
                    problem = "the regular expression is wrong: " + wrong.getDescription() + " at index "
                            + wrong.getIndex();
                }
            }
            return compiled;
        }
    }
}
