package dev.tidemark.run;

import dev.tidemark.data.Field;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.expression.PartitionPredicate;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.listing.PartitionFilter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A `pushDownPredicate` as the filter of a walk over folders.
record PredicateFilter(PartitionPredicate predicate) implements PartitionFilter {

    /// Keys that are not declared are text, so a predicate may name any; a name that no folder has is found by the
    /// walk.
    static PartitionFilter of(SourceOptions options, EvaluationContext evaluation) {
        if (options.pushDownPredicate() == null) {
            return PartitionFilter.ALL;
        }
        var expression = ExpressionParser.parse(options.pushDownPredicate().text());
        List<Field> keys = options.partitionKeys();
        if (keys.isEmpty()) {
            keys = expression.references().stream()
                    .map(name -> new Field(name, dev.tidemark.data.DataType.STRING))
                    .toList();
        }
        return new PredicateFilter(PartitionPredicate.of(expression, keys, evaluation));
    }

    @Override
    public List<String> keys() {
        return List.copyOf(predicate.references());
    }

    @Override
    public Answer test(Map<String, @Nullable String> known) {
        return switch (predicate.test(known)) {
            case TRUE -> Answer.KEPT;
            case FALSE -> Answer.PRUNED;
            case UNKNOWN -> Answer.OPEN;
        };
    }
}
