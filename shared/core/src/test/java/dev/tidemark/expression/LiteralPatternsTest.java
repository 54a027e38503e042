package dev.tidemark.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

/// A regular expression that is written down is judged before there is a row, as Java judges it.
final class LiteralPatternsTest {

    private static final List<String> SHAPES = List.of(
            "a rlike %s",
            "not a rlike %s and b > 0",
            "case when b > 0 then regexp_replace(a, %s, 'x') else a end",
            "upper(regexp_extract(a, %s, 0))",
            "split(a, %s)[0] = 'x'",
            "coalesce(a rlike %s, true)");
    private static final String CHARACTERS = "ab([{*+?})]^$|.-1,";

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    /// Executed twins: one that parses and looks no further tells nothing, one that looks at RLIKE alone misses some.
    @Test
    void whatJavaRefusesIsToldAtThePatternsPlaceAndNothingElse() {
        System.out.println("LiteralPatternsTest: -Dtidemark.seed=" + seed);
        Random random = new Random(seed);
        int wrong = 0;
        int missedByTwin = 0;
        int missedByParser = 0;
        for (int round = 0; round < 2_000; round++) {
            String pattern = pattern(random);
            String shape = SHAPES.get(random.nextInt(SHAPES.size()));
            Expression expression = ExpressionParser.parse(shape.formatted("'" + pattern + "'"));
            List<ExpressionException> told = LiteralPatterns.mistakes(expression);
            boolean right = compiles(pattern);
            assertThat(told).as("seed %d: %s %s", seed, shape, pattern).hasSize(right ? 0 : 1);
            if (!right) {
                wrong++;
                assertThat(told.getFirst().position()).isEqualTo(shape.indexOf("%s") + 1);
                assertThat(told.getFirst()).hasMessageContaining("'" + pattern + "' is wrong: ");
                missedByTwin += shape.contains("rlike") ? 0 : 1;
                missedByParser += parsed(shape.formatted("'" + pattern + "'")).isEmpty() ? 1 : 0;
            }
        }
        assertThat(wrong).isBetween(200, 1_900);
        assertThat(missedByTwin).isPositive();
        assertThat(missedByParser).isEqualTo(wrong);
    }

    @Test
    void patternsThatRowsMakeAreLeftToTheRowsAndLikeHasItsOwnRule() {
        assertThat(LiteralPatterns.mistakes(ExpressionParser.parse("a rlike b and a rlike concat('(', b)")))
                .isEmpty();
        assertThat(LiteralPatterns.mistakes(ExpressionParser.parse("a like '50!%' escape '!'")))
                .isEmpty();
        assertThat(LiteralPatterns.mistakes(ExpressionParser.parse("a like '5!0' escape '!'")))
                .singleElement()
                .satisfies(told -> assertThat(told).hasMessageContaining("'5!0'"));
    }

    private static String pattern(Random random) {
        StringBuilder pattern = new StringBuilder();
        for (int length = random.nextInt(1, 7); length > 0; length--) {
            pattern.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        return pattern.toString();
    }

    /// What the twin tells that parses and looks no further.
    private static List<ExpressionException> parsed(String text) {
        try {
            Expression _ = ExpressionParser.parse(text);
            return List.of();
        } catch (ExpressionException wrong) {
            return List.of(wrong);
        }
    }

    private static boolean compiles(String pattern) {
        try {
            Pattern _ = Pattern.compile(pattern);
            return true;
        } catch (PatternSyntaxException no) {
            return false;
        }
    }
}
