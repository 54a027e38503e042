package dev.tidemark.oracles;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/// Writes the corpus `spark-expressions.tsv.gz`: expressions, a row each, and what Spark answers in ANSI mode.
///
/// Spark's optimizer is told to leave expressions alone: it may drop an operand that would have failed, and the
/// corpus is about what an expression means. What is left of it evaluates the expression, interpreted, over the one
/// row.
public final class SparkExpressions {

    private static final List<String> SIMPLIFICATIONS = List.of(
            "ConstantFolding",
            "ConstantPropagation",
            "FoldablePropagation",
            "NullPropagation",
            "NullDownPropagation",
            "OptimizeIn",
            "BooleanSimplification",
            "SimplifyConditionals",
            "SimplifyBinaryComparison",
            "LikeSimplification",
            "ReorderAssociativeOperator",
            "PushFoldableIntoBranches",
            "ReplaceNullWithFalseInPredicate",
            "SimplifyCasts",
            "SimplifyCaseConversionExpressions",
            "UnwrapCastInBinaryComparison",
            "CombineConcats",
            "SimplifyExtractValueOps",
            "EliminateSubqueryAliases");

    /// What a corpus line says when an evaluation fails, and when the types do not fit.
    private static final String ERROR = "ERROR";

    private static final String TYPE_ERROR = "TYPE_ERROR";

    private SparkExpressions() {}

    /// Arguments: seed, number of expressions, the file to write.
    public static void main(String[] args) throws IOException {
        long seed = Long.parseLong(args[0]);
        int wanted = Integer.parseInt(args[1]);
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        SparkSession spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.ansi.enabled", "true")
                .config("spark.sql.datetime.java8API.enabled", "true")
                .config(
                        "spark.sql.optimizer.excludedRules",
                        SIMPLIFICATIONS.stream()
                                .map(rule -> "org.apache.spark.sql.catalyst.optimizer." + rule)
                                .collect(Collectors.joining(",")))
                .getOrCreate();
        List<String> lines = new ArrayList<>();
        lines.add("# Spark " + spark.version() + ", ANSI, UTC; seed " + seed + "; remade as oracles/README.md says");
        lines.add(Stream.of(
                        Stream.of("expression"),
                        Arrays.stream(OracleRows.SCHEMA.fields())
                                .map(field ->
                                        field.name() + " " + field.dataType().simpleString()),
                        Stream.of("type", "result"))
                .flatMap(columns -> columns)
                .collect(Collectors.joining("\t")));
        lines.addAll(new SparkExpressions().draw(spark, new SplittableRandom(seed), wanted));
        spark.stop();
        write(lines, Path.of(args[2]));
    }

    private List<String> draw(SparkSession spark, SplittableRandom random, int wanted) {
        ExpressionGenerator generator = new ExpressionGenerator(random);
        List<String> golden = new ArrayList<>(golden());
        Set<String> seen = new LinkedHashSet<>();
        List<String> lines = new ArrayList<>();
        int errors = 0;
        int nulls = 0;
        int typeErrors = 0;
        while (lines.size() < wanted) {
            boolean fixed = !golden.isEmpty();
            String expression = fixed ? golden.removeLast() : generator.any(1 + random.nextInt(4));
            Row row = OracleRows.draw(random);
            if (!fixed && (expression.length() > 300 || !seen.add(expression))) {
                continue;
            }
            String[] answer = answer(spark, expression, row);
            if (answer == null) {
                continue;
            }
            // A deep expression over nulls and extremes mostly fails or is null: such answers get their share, no more.
            switch (answer[1]) {
                case ERROR -> errors++;
                case TYPE_ERROR -> typeErrors++;
                case "\\N" -> nulls++;
                default -> {}
            }
            boolean surplus = switch (answer[1]) {
                case ERROR -> errors > wanted * 0.15;
                case TYPE_ERROR -> typeErrors > wanted * 0.03;
                case "\\N" -> nulls > wanted * 0.2;
                default -> false;
            };
            if (fixed || !surplus) {
                lines.add(Stream.of(
                                Stream.of(OracleRows.write(expression)),
                                OracleRows.write(row).stream(),
                                Stream.of(answer))
                        .flatMap(columns -> columns)
                        .collect(Collectors.joining("\t")));
            }
        }
        return lines;
    }

    /// Hash functions over every column, alone and together: 6 rows each.
    private static List<String> golden() {
        List<String> golden = new ArrayList<>();
        List<String> columns = List.of(OracleRows.SCHEMA.fieldNames());
        for (int i = 0; i < 6; i++) {
            columns.forEach(column -> golden.add("xxhash64(" + column + ")"));
            golden.add("xxhash64(" + String.join(", ", columns) + ")");
            golden.add("xxhash64(txt, num)");
            golden.add("md5(txt)");
            for (int bits : new int[] {0, 224, 256, 384, 512}) {
                golden.add("sha2(name, " + bits + ")");
            }
        }
        return golden;
    }

    /// Returns type and result; null when Spark does not know the text at all, which is the generator's mistake.
    private static String @Nullable [] answer(SparkSession spark, String expression, Row row) {
        Dataset<Row> data = spark.createDataFrame(List.of(row), OracleRows.SCHEMA);
        Dataset<Row> result;
        try {
            result = data.selectExpr(expression);
        } catch (Exception e) {
            if (e instanceof AnalysisException) {
                return new String[] {"", TYPE_ERROR};
            }
            System.err.println("left out: " + expression + ": "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            return null;
        }
        String type = result.schema().fields()[0].dataType().simpleString();
        try {
            return new String[] {
                type, OracleRows.write(result.collectAsList().getFirst().get(0))
            };
        } catch (Exception e) {
            if (e instanceof SparkThrowable || e instanceof ArithmeticException) {
                return new String[] {type, ERROR};
            }
            System.err.println("left out: " + expression + ": " + e);
            return null;
        }
    }

    private static void write(List<String> lines, Path file) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        try (Writer writer = new BufferedWriter(
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
            for (String line : lines) {
                writer.write(line);
                writer.write('\n');
            }
        }
    }
}
