package dev.tidemark.transform;

import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.expression.Functions;
import dev.tidemark.expression.RowTest;
import dev.tidemark.expression.RowTests;
import dev.tidemark.job.TransformSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The filters with which a flow's transforms begin: what a reader may know of rows before it reads them.
public final class LeadingFilters {

    private LeadingFilters() {}

    /// @param transforms the flow's, which fit `source`
    /// @param source     the columns that they start from
    /// @param keys       those of the source's folders, which no file holds
    public static Optional<RowTest> of(
            List<TransformSpec> transforms,
            Schema source,
            List<Field> keys,
            Functions functions,
            EvaluationContext context) {
        List<Expression> conditions = new ArrayList<>();
        for (TransformSpec spec : transforms) {
            if (!(spec instanceof TransformSpec.Filter filter)) {
                break;
            }
            conditions.add(ExpressionParser.parse(filter.expression().text()));
        }
        Set<String> constants =
                keys.stream().map(key -> Schema.fold(key.name())).collect(Collectors.toUnmodifiableSet());
        return RowTests.of(conditions, source, constants, functions, context);
    }
}
