package dev.tidemark.expression;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Finds patterns that are wrong as they are written, so that nobody must wait for the first row.
public final class LiteralPatterns {

    /// Which argument of a function is a regular expression.
    private static final Map<String, Integer> ARGUMENTS = Map.of("split", 1, "regexp_extract", 1, "regexp_replace", 1);

    private static final String REGEX_HINT = "Regular expressions are Java's: a character that means something there"
            + " stands for itself in brackets, as in [(].";

    private LiteralPatterns() {}

    /// Every wrong pattern in an expression, at its place.
    public static List<ExpressionException> mistakes(Expression expression) {
        List<ExpressionException> found = new ArrayList<>();
        collect(expression, found);
        return List.copyOf(found);
    }

    private static void collect(Expression expression, List<ExpressionException> found) {
        switch (expression) {
            case Expression.RLike rlike -> regex(rlike.pattern()).ifPresent(found::add);
            case Expression.Like like -> like(like).ifPresent(found::add);
            case Expression.Call call -> {
                Integer argument = ARGUMENTS.get(call.function().toLowerCase(Locale.ROOT));
                if (argument != null && argument < call.arguments().size()) {
                    regex(call.arguments().get(argument)).ifPresent(found::add);
                }
            }
            case Expression.Leaf _,
                    Expression.FieldOf _,
                    Expression.ElementOf _,
                    Expression.Negate _,
                    Expression.Arithmetic _,
                    Expression.Compare _,
                    Expression.Not _,
                    Expression.And _,
                    Expression.Or _,
                    Expression.IsNull _,
                    Expression.In _,
                    Expression.Between _,
                    Expression.Case _,
                    Expression.Cast _ -> {}
        }
        expression.children().forEach(child -> collect(child, found));
    }

    private static Optional<ExpressionException> regex(@Nullable Expression pattern) {
        if (!(pattern instanceof Expression.TextLiteral literal)) {
            return Optional.empty();
        }
        try {
            var _ = Pattern.compile(literal.value());
            return Optional.empty();
        } catch (PatternSyntaxException wrong) {
            return Optional.of(literal.at()
                    .error(
                            "the regular expression '%s' is wrong: %s at its character %d."
                                    .formatted(literal.value(), wrong.getDescription(), wrong.getIndex() + 1),
                            REGEX_HINT));
        }
    }

    private static Optional<ExpressionException> like(Expression.Like like) {
        return like.pattern() instanceof Expression.TextLiteral literal
                        && LikePattern.parse(literal.value().getBytes(StandardCharsets.UTF_8), like.escape()) == null
                ? Optional.of(literal.at()
                        .error(
                                "in the LIKE pattern '%s' an escape %s stands before what needs none."
                                        .formatted(literal.value(), like.escape()),
                                "Behind it come %, _ or itself."))
                : Optional.empty();
    }
}
