package dev.tidemark.expression;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A `pushDownPredicate` over partition values, of which some may not be known yet while folders are listed.
///
/// What is not known may be anything: the predicate is followed with the set of answers that are still possible.
/// Names and types are checked when it is made, so that a plan fails before anything is listed.
public final class PartitionPredicate {

    /// How Hive writes a partition value that is null.
    public static final String NULL_VALUE = "__HIVE_DEFAULT_PARTITION__";

    private static final int MAY_BE_TRUE = 1;
    private static final int MAY_BE_FALSE = 2;
    private static final int MAY_BE_NULL = 4;
    private static final int ANYTHING = MAY_BE_TRUE | MAY_BE_FALSE | MAY_BE_NULL;
    private static final List<String> INPUT_FUNCTIONS = List.of("input_object", "input_modified", "input_record");

    private final Schema columns;
    private final EvaluationContext context;
    private final Term root;
    private final Set<String> names;
    private final Expression expression;

    private PartitionPredicate(Expression expression, Schema columns, EvaluationContext context) {
        this.expression = expression;
        this.columns = columns;
        this.context = context;
        this.names = expression.references();
        this.root = term(expression);
    }

    /// @throws ExpressionException for names that are no partition columns, types that do not go together, and
    /// functions
    ///                             of the input object
    public static PartitionPredicate of(
            Expression expression, List<Field> partitionColumns, EvaluationContext context) {
        for (String function : INPUT_FUNCTIONS) {
            if (References.calls(expression, function)) {
                throw position(expression, function)
                        .error(
                                function + "() cannot be used in pushDownPredicate: no object has been read yet.",
                                "Use it in filter or derive.");
            }
        }
        Schema columns = new Schema(partitionColumns);
        ExpressionCompiler.compileCondition(expression, columns, Functions.standard());
        return new PartitionPredicate(expression, columns, context);
    }

    private static SourcePosition position(Expression expression, String function) {
        if (expression instanceof Expression.Call call && call.function().equals(function)) {
            return call.at();
        }
        for (Expression child : expression.children()) {
            if (References.calls(child, function)) {
                return position(child, function);
            }
        }
        return expression.at();
    }

    /// The partition columns that the predicate names, as it writes them.
    public Set<String> references() {
        return names;
    }

    /// Says what is known about a partition, or about all partitions below a folder.
    ///
    /// @param values raw values by partition column, in any case; null and [#NULL_VALUE] are null; what is not
    ///               there is not known yet
    /// @throws ExpressionException when a value that the predicate needs does not have its column's type, or when
    ///                             the predicate has no answer (overflow, division by zero, a bad cast)
    public Verdict test(Map<String, ? extends @Nullable String> values) {
        Known known = known(values);
        int answers = root.answers(known, true);
        if ((answers & MAY_BE_TRUE) == 0) {
            return Verdict.FALSE;
        }
        return answers == MAY_BE_TRUE ? Verdict.TRUE : Verdict.UNKNOWN;
    }

    /// One row of partition values.
    private record Known(Batch batch, Set<String> names, String partition) {}

    private Known known(Map<String, ? extends @Nullable String> values) {
        Map<String, @Nullable String> raw = new HashMap<>();
        Map<String, String> shown = new TreeMap<>();
        values.forEach((name, value) -> {
            raw.put(Schema.fold(name), value);
            shown.put(name, value == null ? NULL_VALUE : value);
        });
        List<String> parts = new ArrayList<>();
        shown.forEach((name, value) -> parts.add(name + "=" + value));
        String partition = String.join("/", parts);
        List<ColumnVector> row = new ArrayList<>();
        for (Field column : columns.fields()) {
            String folded = Schema.fold(column.name());
            boolean needed = names.stream().anyMatch(name -> Schema.fold(name).equals(folded));
            row.add(typed(column, needed ? raw.get(folded) : null, partition));
        }
        return new Known(new Batch(columns, row, 1, null), Set.copyOf(raw.keySet()), partition);
    }

    private ColumnVector typed(Field column, @Nullable String raw, String partition) {
        if (raw == null || raw.equals(NULL_VALUE)) {
            ColumnVector none = ColumnVector.of(column.type());
            none.appendNull();
            return none;
        }
        BytesVector text = (BytesVector) ColumnVector.of(DataType.STRING);
        text.append(raw);
        Operation cast = Casts.cast(new Leaves.Constant(text), column.type(), false);
        if (cast == null) {
            throw expression
                    .at()
                    .error("partition column " + column.name() + " cannot be of type " + column.type() + ".", null);
        }
        Batch none = new Batch(Schema.EMPTY, List.of(), 1, null);
        return cast.evaluate(Rows.of(none, context, (_, _) -> {
            throw expression
                    .at()
                    .error(
                            "in partition " + partition + " the value '" + raw + "' of column " + column.name()
                                    + " is no " + column.type() + ".",
                            "Declare another type in partitionKeys, or exclude the folder.");
        }));
    }

    /// A part of the predicate that has a truth value.
    private interface Term {
        /// The possible answers, as bits.
        ///
        /// @param certain whether this term is evaluated whatever the unknown values are, so that its errors
        ///                count
        int answers(Known known, boolean certain);
    }

    private Term term(Expression part) {
        return switch (part) {
            case Expression.And and ->
                new JunctionTerm(and.terms().stream().map(this::term).toList(), MAY_BE_FALSE);
            case Expression.Or or ->
                new JunctionTerm(or.terms().stream().map(this::term).toList(), MAY_BE_TRUE);
            case Expression.Not not -> {
                Term inner = term(not.value());
                yield (known, certain) -> negated(inner.answers(known, certain));
            }
            default -> leaf(part);
        };
    }

    private static int negated(int answers) {
        return (answers & MAY_BE_NULL)
                | ((answers & MAY_BE_TRUE) != 0 ? MAY_BE_FALSE : 0)
                | ((answers & MAY_BE_FALSE) != 0 ? MAY_BE_TRUE : 0);
    }

    /// AND where false decides, OR where true does.
    private record JunctionTerm(List<Term> terms, int deciding) implements Term {
        @Override
        public int answers(Known known, boolean certain) {
            int neutral = deciding == MAY_BE_FALSE ? MAY_BE_TRUE : MAY_BE_FALSE;
            int result = neutral;
            for (Term term : terms) {
                if (result == deciding) {
                    return result;
                }
                boolean reached = certain && (result & deciding) == 0;
                result = joined(result, term.answers(known, reached), neutral);
            }
            return result;
        }

        private int joined(int left, int right, int neutral) {
            int result = (left | right) & deciding;
            result |= left & right & neutral;
            boolean unknown = ((left & MAY_BE_NULL) != 0 && (right & (MAY_BE_NULL | neutral)) != 0)
                    || ((right & MAY_BE_NULL) != 0 && (left & (MAY_BE_NULL | neutral)) != 0);
            return result | (unknown ? MAY_BE_NULL : 0);
        }
    }

    private Term leaf(Expression part) {
        TypedExpression compiled = ExpressionCompiler.compileCondition(part, columns, Functions.standard());
        List<String> needed = part.references().stream().map(Schema::fold).toList();
        return (known, certain) -> {
            if (!known.names().containsAll(needed)) {
                return ANYTHING;
            }
            boolean[] failed = new boolean[1];
            BooleanVector answer = (BooleanVector) compiled.evaluate(known.batch(), context, (_, problem) -> {
                failed[0] = true;
                if (certain) {
                    throw part.at()
                            .error(
                                    "in partition " + known.partition() + ": " + problem + ".",
                                    "Correct the literal, declare another type in partitionKeys, or use try_cast.");
                }
            });
            if (failed[0]) {
                return ANYTHING;
            }
            return answer.isNull(0) ? MAY_BE_NULL : answer.get(0) ? MAY_BE_TRUE : MAY_BE_FALSE;
        };
    }
}
