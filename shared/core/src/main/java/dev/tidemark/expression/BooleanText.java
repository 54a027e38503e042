package dev.tidemark.expression;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The texts that Spark casts to boolean, in any case and with blanks around.
final class BooleanText {

    private static final Set<String> TRUE = Set.of("t", "true", "y", "yes", "1");
    private static final Set<String> FALSE = Set.of("f", "false", "n", "no", "0");

    private BooleanText() {}

    static @Nullable Boolean parse(String text) {
        String word = SparkText.trimAll(text).toLowerCase(Locale.ROOT);
        if (TRUE.contains(word)) {
            return true;
        }
        return FALSE.contains(word) ? Boolean.FALSE : null;
    }
}
