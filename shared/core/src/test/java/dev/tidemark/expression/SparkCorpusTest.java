package dev.tidemark.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.ColumnVector;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// 5,000 expressions have the type and the value that Spark 4.2 gives them in ANSI mode, or fail where Spark fails.
///
/// Property `tidemark.corpus` names another file to compare with (oracles/README.md).
final class SparkCorpusTest {

    /// Where Tidemark answers otherwise on purpose; docs/reference/expressions.md says the same.
    private record KnownDifference(String reason, Predicate<String> expressions) {}

    private static final List<KnownDifference> KNOWN = List.of(
            known(
                    "date_add, date_sub, add_months past the range of a date: Spark wraps in silence, here a bad record",
                    "(date_add|date_sub|add_months)\\("),
            known(
                    "a bigint that is no timestamp: Spark takes the last one there is, here a bad record",
                    "cast\\((big|xxhash64\\(.*) AS timestamp\\)"),
            known("NaN and infinity as decimal: Spark gives null, here a bad record as every bad cast", "AS decimal"),
            known(
                    "negating a decimal of more than 34 digits: Spark rounds and may overflow, here it is exact",
                    "-\\(.*(wide|decimal)"),
            known("md5 and sha2 of what is no text: Spark refuses, here its text is hashed", "(md5|sha2)\\((num|day)"),
            known(
                    "to_date of a number: Spark accepts it and fails at the first value, here refused",
                    "to_date\\(num\\)"));

    private static KnownDifference known(String reason, String regex) {
        return new KnownDifference(reason, Pattern.compile(regex).asPredicate());
    }

    private static final EvaluationContext CONTEXT =
            EvaluationContext.of(Instant.parse("2026-11-30T00:00:00Z"), ZoneOffset.UTC);

    /// @param type   empty when the types do not fit
    /// @param result as in the corpus
    private record Answer(String type, String result) {}

    @Test
    void everyExpressionMeansWhatItMeansInSpark() throws IOException {
        List<String> wrong = new ArrayList<>();
        int known = 0;
        List<SparkCorpus.Line> lines = corpus();
        for (SparkCorpus.Line line : lines) {
            Answer answer = answer(line);
            if (!equal(line, answer)) {
                if (KNOWN.stream()
                        .anyMatch(difference -> difference.expressions().test(line.expression()))) {
                    known++;
                } else {
                    wrong.add("%s%n    Spark %s %s%n    here  %s %s"
                            .formatted(line, line.type(), line.result(), answer.type(), answer.result()));
                }
            }
        }
        // A pattern of a known difference is wider than the difference: it must not hide many lines.
        assertThat(known).isLessThan(lines.size() / 100);
        System.out.printf(
                "SparkCorpusTest: %d lines, %d known differences, %d wrong%n", lines.size(), known, wrong.size());
        Path all = Path.of("target", "spark-differences.txt");
        Files.createDirectories(Objects.requireNonNull(all.getParent()));
        Files.write(all, wrong);
        assertThat(wrong.stream().limit(20))
                .as("%d wrong, all in %s", wrong.size(), all.toAbsolutePath())
                .isEmpty();
        assertThat(lines.size()).isGreaterThanOrEqualTo(1000);
    }

    @Test
    void everyKnownDifferenceIsStillOne() throws IOException {
        List<SparkCorpus.Line> lines = corpus();
        assertThat(KNOWN)
                .allSatisfy(difference -> assertThat(lines)
                        .as(difference.reason())
                        .anyMatch(line ->
                                difference.expressions().test(line.expression()) && !equal(line, answer(line))));
    }

    /// The broken twin: an engine that takes the absolute value for the value must not pass.
    @Test
    void aTwinThatNegatesNumbersWouldBeCaught() throws IOException {
        long caught = corpus().stream()
                .filter(line -> line.type().equals("int") && line.result().startsWith("-"))
                .filter(line -> {
                    Answer answer = answer(line);
                    return !equal(
                            line, new Answer(answer.type(), answer.result().replace("-", "")));
                })
                .count();
        assertThat(caught).isGreaterThan(10);
    }

    private static List<SparkCorpus.Line> corpus() throws IOException {
        @Nullable String other = System.getProperty("tidemark.corpus");
        try (InputStream file = other == null
                ? Objects.requireNonNull(SparkCorpusTest.class.getResourceAsStream("/spark-expressions.tsv.gz"))
                : Files.newInputStream(Path.of(other))) {
            return SparkCorpus.read(file);
        }
    }

    private static Answer answer(SparkCorpus.Line line) {
        TypedExpression expression;
        try {
            expression = ExpressionCompiler.compile(
                    ExpressionParser.parse(line.expression()), line.row().schema(), Functions.standard());
        } catch (ExpressionException refused) {
            return new Answer("", SparkCorpus.TYPE_ERROR + ": " + refused.getMessage());
        }
        String[] error = new String[1];
        ColumnVector result = expression.evaluate(line.row(), CONTEXT, (_, message) -> error[0] = message);
        return new Answer(
                expression.type().toString(),
                error[0] == null ? SparkCorpus.text(result) : SparkCorpus.ERROR + ": " + error[0]);
    }

    /// Where Spark fails in evaluating, refusing the expression before any row is as good: a constant that cannot be
    /// cast.
    private static boolean equal(SparkCorpus.Line line, Answer answer) {
        boolean refused = answer.result().startsWith(SparkCorpus.TYPE_ERROR);
        boolean failed = answer.result().startsWith(SparkCorpus.ERROR);
        return switch (line.result()) {
            case SparkCorpus.TYPE_ERROR -> refused;
            case SparkCorpus.ERROR -> failed || refused;
            default ->
                !failed
                        && !refused
                        && answer.type().equals(line.type())
                        && (answer.result().equals(line.result())
                                || sameNumber(line.type(), line.result(), answer.result()));
        };
    }

    private static boolean sameNumber(String type, String wanted, String found) {
        if (wanted.equals(SparkCorpus.NULL) || found.equals(SparkCorpus.NULL)) {
            return false;
        }
        return switch (type) {
            case "double" -> Double.compare(Double.parseDouble(wanted), Double.parseDouble(found)) == 0;
            case "float" -> Float.compare(Float.parseFloat(wanted), Float.parseFloat(found)) == 0;
            default -> false;
        };
    }
}
