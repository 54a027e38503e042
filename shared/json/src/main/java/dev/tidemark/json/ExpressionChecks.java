package dev.tidemark.json;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionException;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.expression.Functions;
import dev.tidemark.expression.LiteralPatterns;
import dev.tidemark.expression.PartitionPredicate;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Place;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses the expressions of a job file, so that their mistakes show with all others. Columns are only known to the
/// plan, but for those of pushDownPredicate where partition keys are declared.
final class ExpressionChecks {

    private static final Pattern FOLDER_NAME = Pattern.compile("\\{([^{}]+)}");

    private final Reading reading;

    ExpressionChecks(Reading reading) {
        this.reading = reading;
    }

    /// The expression, or null when it cannot be parsed, calls what is no function or has a wrong pattern; that is
    /// reported.
    @Nullable
    Expression parse(ExpressionText text) {
        try {
            Expression expression = ExpressionParser.parse(text.text());
            List<ExpressionException> patterns = LiteralPatterns.mistakes(expression);
            patterns.forEach(wrong -> report(wrong, text));
            return functionsKnown(expression, text) && patterns.isEmpty() ? expression : null;
        } catch (ExpressionException wrong) {
            report(wrong, text);
            return null;
        }
    }

    private boolean functionsKnown(Expression expression, ExpressionText text) {
        boolean known = true;
        if (expression instanceof Expression.Call call) {
            List<String> names = functions();
            known = names.contains(call.function().toLowerCase(Locale.ROOT));
            if (!known) {
                reading.mistake(
                        text.at(call.at().column() - 1),
                        text.where(call.at().column()) + "there is no function '" + Wording.shown(call.function())
                                + "'.",
                        Wording.nearest(call.function(), names));
            }
        }
        for (Expression child : expression.children()) {
            known &= functionsKnown(child, text);
        }
        return known;
    }

    /// from_json needs a library and comes with the JSON format.
    private static List<String> functions() {
        List<String> names = new ArrayList<>(Functions.standard().names());
        if (!names.contains("from_json")) {
            names.add("from_json");
        }
        return names;
    }

    /// Checks names and types against the declared keys, or against the folders' names, which are then text.
    void predicate(ExpressionText text, List<Field> keys, @Nullable String partitionFolders) {
        List<Field> columns = keys;
        if (columns.isEmpty() && partitionFolders != null) {
            columns = FOLDER_NAME
                    .matcher(partitionFolders)
                    .results()
                    .map(match -> new Field(match.group(1), DataType.STRING))
                    .toList();
        }
        Expression expression = columns.isEmpty() ? null : parseQuietly(text);
        if (expression == null) {
            return; // reported where it was read, or left to the plan, which sees the folders
        }
        try {
            PartitionPredicate.of(expression, columns, EvaluationContext.of(Instant.EPOCH, ZoneOffset.UTC));
        } catch (ExpressionException wrong) {
            report(wrong, text);
        }
    }

    /// A predicate in Glue's own language, of which only the names are looked at, and only where it reads like ours.
    void catalogPredicate(String predicate, Place place, List<Field> keys) {
        if (keys.isEmpty()) {
            return; // the catalog knows them
        }
        List<String> names = keys.stream().map(Field::name).toList();
        try {
            for (String name : ExpressionParser.parse(predicate).references()) {
                if (names.stream().noneMatch(known -> Schema.fold(known).equals(Schema.fold(name)))) {
                    reading.mistake(
                            place,
                            "There is no partition key '" + Wording.shown(name) + "'.",
                            Wording.nearest(name, names));
                }
            }
        } catch (ExpressionException glueMayUnderstandIt) {
            return;
        }
    }

    private static @Nullable Expression parseQuietly(ExpressionText text) {
        Mistakes unheard = new Mistakes();
        return new ExpressionChecks(Reading.of(unheard)).parse(text);
    }

    private void report(ExpressionException wrong, ExpressionText text) {
        reading.mistakes().add(text.mistake(wrong));
    }
}
