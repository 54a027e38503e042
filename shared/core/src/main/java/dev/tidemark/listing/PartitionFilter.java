package dev.tidemark.listing;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionException;
import dev.tidemark.expression.PartitionPredicate;
import dev.tidemark.expression.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What decides about partitions while folders are walked: the `pushDownPredicate`, or nothing.
public final class PartitionFilter {

    /// Keeps everything, so that nothing needs to be known.
    public static final PartitionFilter ALL = new PartitionFilter(null);

    private final @Nullable Asked asked;

    private PartitionFilter(@Nullable Asked asked) {
        this.asked = asked;
    }

    private record Asked(
            Expression expression, EvaluationContext context, PartitionPredicate predicate, List<String> keys) {}

    /// A predicate over declared keys.
    ///
    /// @throws ExpressionException for another name, and for types that do not go together
    public static PartitionFilter of(Expression predicate, List<Field> keys, EvaluationContext context) {
        PartitionPredicate checked = PartitionPredicate.of(predicate, keys, context);
        return new PartitionFilter(new Asked(predicate, context, checked, List.copyOf(predicate.references())));
    }

    /// A predicate over keys that only the walk will find: all are text, and whether they exist shows on the way.
    public static PartitionFilter ofFound(Expression predicate, EvaluationContext context) {
        return of(predicate, text(predicate.references()), context);
    }

    /// The keys that it asks for, as it spells them.
    public List<String> keys() {
        return asked == null ? List.of() : asked.keys();
    }

    /// What is certain about a partition, or all partitions below a folder.
    ///
    /// @param known raw values of those [#keys] that are known so far; null is the default partition
    /// @throws ExpressionException when a value is not of its key's type
    public Verdict test(Map<String, @Nullable String> known) {
        return asked == null ? Verdict.TRUE : asked.predicate().test(known);
    }

    /// The refusal of a predicate that asks for a key which the folders do not have.
    ///
    /// @param folder where it was missed
    /// @param known  the keys there are
    public RuntimeException unknownKey(String folder, List<String> known) {
        Asked here = asked;
        if (here == null) {
            throw new IllegalStateException("nothing is asked of " + folder);
        }
        try {
            PartitionPredicate.of(here.expression(), text(known), here.context());
        } catch (ExpressionException missing) {
            return new UnknownPartitionKeyException(missing.text(), missing.position(), folder, known, missing.hint());
        }
        throw new IllegalStateException(folder + " has all keys " + here.keys());
    }

    private static List<Field> text(Iterable<String> names) {
        List<Field> fields = new ArrayList<>();
        names.forEach(name -> fields.add(new Field(name, DataType.STRING)));
        return fields;
    }
}
