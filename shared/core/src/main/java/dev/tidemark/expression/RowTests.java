package dev.tidemark.expression;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.ColumnTest.Probe;
import dev.tidemark.expression.Expression.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes a [RowTest] of the conditions that rows meet first.
///
/// Only a condition that has an answer for every row is used, and none behind one that is not: a row for which an
/// earlier one fails is a bad record, and nobody would see it if a later one left it out.
public final class RowTests {

    private static final int MOST_OPTIONS = 1_000;
    private static final int MOST_DIGITS = 38;
    private static final List<String> INPUT_FUNCTIONS = List.of("input_object", "input_modified", "input_record");

    private final Schema columns;
    private final Set<String> constants;
    private final Functions functions;
    private final EvaluationContext context;

    private RowTests(Schema columns, Set<String> constants, Functions functions, EvaluationContext context) {
        this.columns = columns;
        this.constants = constants;
        this.functions = functions;
        this.context = context;
    }

    /// @param conditions one after the other, as filters stand in a flow
    /// @param columns    what they are about
    /// @param constants  folded names of those that no file holds: conditions on them say nothing here
    /// @return empty when nothing can be said of rows that are not read
    public static Optional<RowTest> of(
            List<Expression> conditions,
            Schema columns,
            Set<String> constants,
            Functions functions,
            EvaluationContext context) {
        RowTests tests = new RowTests(columns, constants, functions, context);
        List<RowTest> found = new ArrayList<>();
        for (Expression condition : conditions) {
            if (!tests.addTerms(condition, found)) {
                break;
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(new RowTest.All(found));
    }

    /// Adds the terms of a conjunction up to the first that cannot be used; false when there was one.
    private boolean addTerms(Expression condition, List<RowTest> found) {
        if (condition instanceof Expression.And and) {
            for (Expression term : and.terms()) {
                if (!addTerms(term, found)) {
                    return false;
                }
            }
            return true;
        }
        RowTest test = test(condition);
        if (test != null) {
            found.add(test);
        }
        return test != null;
    }

    private @Nullable RowTest test(Expression condition) {
        return switch (condition) {
            case Expression.And and -> {
                List<RowTest> terms = all(and.terms());
                yield terms == null ? null : new RowTest.All(terms);
            }
            case Expression.Or or -> {
                List<RowTest> terms = all(or.terms());
                yield terms == null ? null : new RowTest.Any(terms);
            }
            case Expression.Compare compare -> compare(compare);
            case Expression.In in -> in(in);
            case Expression.Between between -> between(between);
            case Expression.IsNull isNull ->
                isNull.value() instanceof Expression.Name name
                        ? column(isNull, name, isNull.negated() ? List.of(new Probe(null, null)) : List.of(), List.of())
                        : null;
            case Expression.Name name -> truth(name, name, true);
            case Expression.Not not -> not.value() instanceof Expression.Name name ? truth(not, name, false) : null;
            default -> null;
        };
    }

    private @Nullable List<RowTest> all(List<Expression> terms) {
        List<RowTest> tests = new ArrayList<>();
        for (Expression term : terms) {
            RowTest test = test(term);
            if (test == null) {
                return null;
            }
            tests.add(test);
        }
        return tests;
    }

    /// A column of booleans as a condition: false is less than true.
    private @Nullable RowTest truth(Expression whole, Expression.Name name, boolean wanted) {
        int index = columns.indexOf(name.name());
        if (index < 0 || !columns.field(index).type().equals(DataType.BOOLEAN)) {
            return null;
        }
        TypedExpression condition = condition(whole);
        return column(
                whole, name, List.of(wanted ? new Probe(null, condition) : new Probe(condition, null)), List.of());
    }

    private @Nullable RowTest compare(Expression.Compare compare) {
        if (compare.left() instanceof Expression.Name name) {
            return compare(compare.at(), compare.relation(), name, compare.right());
        }
        return compare.right() instanceof Expression.Name name
                ? compare(compare.at(), flipped(compare.relation()), name, compare.left())
                : null;
    }

    private @Nullable RowTest compare(SourcePosition at, Relation relation, Expression.Name name, Expression value) {
        if (!isComparable(name, List.of(value))) {
            return null;
        }
        Expression.Compare compare = new Expression.Compare(at, relation, name, value);
        TypedExpression whole = condition(compare);
        return switch (relation) {
            case LESS, LESS_OR_EQUAL -> column(compare, name, List.of(new Probe(whole, null)), List.of());
            case GREATER, GREATER_OR_EQUAL -> column(compare, name, List.of(new Probe(null, whole)), List.of());
            case EQUAL -> column(compare, name, List.of(equal(name, value)), List.of(value));
            case NULL_SAFE_EQUAL -> column(compare, name, List.of(equal(name, value)), List.of());
            case NOT_EQUAL -> column(compare, name, List.of(new Probe(whole, null), new Probe(null, whole)), List.of());
        };
    }

    private static Relation flipped(Relation relation) {
        return switch (relation) {
            case LESS -> Relation.GREATER;
            case LESS_OR_EQUAL -> Relation.GREATER_OR_EQUAL;
            case GREATER -> Relation.LESS;
            case GREATER_OR_EQUAL -> Relation.LESS_OR_EQUAL;
            case EQUAL, NOT_EQUAL, NULL_SAFE_EQUAL -> relation;
        };
    }

    private Probe equal(Expression.Name name, Expression value) {
        return new Probe(
                condition(new Expression.Compare(name.at(), Relation.LESS_OR_EQUAL, name, value)),
                condition(new Expression.Compare(name.at(), Relation.GREATER_OR_EQUAL, name, value)));
    }

    private @Nullable RowTest in(Expression.In in) {
        if (!(in.value() instanceof Expression.Name name)
                || in.options().size() > MOST_OPTIONS
                || !isComparable(name, in.options())) {
            return null;
        }
        if (in.negated()) {
            return column(in, name, List.of(new Probe(null, null)), List.of());
        }
        List<Probe> probes =
                in.options().stream().map(option -> equal(name, option)).toList();
        return column(in, name, probes, in.options());
    }

    private @Nullable RowTest between(Expression.Between between) {
        if (!(between.value() instanceof Expression.Name name)
                || !isComparable(name, List.of(between.low(), between.high()))) {
            return null;
        }
        Relation low = between.negated() ? Relation.LESS : Relation.GREATER_OR_EQUAL;
        Relation high = between.negated() ? Relation.GREATER : Relation.LESS_OR_EQUAL;
        TypedExpression ofLow = condition(new Expression.Compare(between.at(), low, name, between.low()));
        TypedExpression ofHigh = condition(new Expression.Compare(between.at(), high, name, between.high()));
        return column(
                between,
                name,
                between.negated()
                        ? List.of(new Probe(ofLow, null), new Probe(null, ofHigh))
                        : List.of(new Probe(ofHigh, ofLow)),
                List.of());
    }

    /// @param values of a condition of equality
    private @Nullable RowTest column(
            Expression whole, Expression.Name name, List<Probe> probes, List<Expression> values) {
        int index = columns.indexOf(name.name());
        if (index < 0) {
            return null;
        }
        Field column = columns.field(index);
        if (constants.contains(Schema.fold(column.name()))) {
            return new RowTest.All(List.of());
        }
        TypedExpression condition = ExpressionCompiler.compileCondition(whole, Schema.of(column), functions);
        return new RowTest.OfColumn(new ColumnTest(column, condition, probes, own(column, values), context));
    }

    /// As values of the column's own type; none when they are compared in another one.
    private List<TypedExpression> own(Field column, List<Expression> values) {
        List<TypedExpression> typed = new ArrayList<>();
        for (Expression value : values) {
            DataType type =
                    ExpressionCompiler.compile(value, Schema.EMPTY, functions).type();
            boolean isNull = value instanceof Expression.NullLiteral;
            if (!isNull && !column.type().equals(TypeRules.common(column.type(), type))) {
                return List.of();
            }
            Expression cast = new Expression.Cast(value.at(), value, column.type(), false);
            typed.add(ExpressionCompiler.compile(cast, Schema.of(column), functions));
        }
        return typed;
    }

    private TypedExpression condition(Expression condition) {
        String name = condition.references().iterator().next();
        return ExpressionCompiler.compileCondition(
                condition, Schema.of(columns.field(columns.indexOf(name))), functions);
    }

    /// Whether the column is compared with these in a type that keeps the order of its values and that each of them
    /// can be cast to.
    private boolean isComparable(Expression.Name name, List<Expression> values) {
        int index = columns.indexOf(name.name());
        if (index < 0) {
            return false;
        }
        DataType own = columns.field(index).type();
        DataType first = null;
        for (Expression value : values) {
            if (value instanceof Expression.NullLiteral) {
                continue;
            }
            if (!isConstant(value)) {
                return false;
            }
            DataType type =
                    ExpressionCompiler.compile(value, Schema.EMPTY, functions).type();
            if ((first != null && !first.equals(type)) || !keepsOrder(own, type)) {
                return false;
            }
            first = type;
        }
        return true;
    }

    private static boolean isConstant(Expression value) {
        return value.references().isEmpty()
                && INPUT_FUNCTIONS.stream().noneMatch(function -> References.calls(value, function));
    }

    private static boolean keepsOrder(DataType own, DataType other) {
        return switch (own) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN, STRING, DATE, TIMESTAMP ->
                        other.equals(own) || (primitive != DataType.Primitive.STRING && isTimeOrText(primitive, other));
                    case TINYINT, SMALLINT, INT, BIGINT -> other.equals(DataType.STRING) || isNumberWithin(own, other);
                    case FLOAT, DOUBLE -> other.equals(DataType.STRING) || TypeRules.isNumber(other);
                    case BINARY -> false;
                };
            case DataType.Decimal _ -> other.equals(DataType.STRING) || isNumberWithin(own, other);
            case DataType.Array _, DataType.Map _, DataType.Struct _ -> false;
        };
    }

    private static boolean isTimeOrText(DataType.Primitive own, DataType other) {
        return other.equals(DataType.STRING) || (TypeRules.isTime(own) && TypeRules.isTime(other));
    }

    /// Decimals that have no common type with room for all digits of both may not be cast to it.
    private static boolean isNumberWithin(DataType own, DataType other) {
        if (!TypeRules.isNumber(other)) {
            return false;
        }
        if (TypeRules.isFloating(other)) {
            return true;
        }
        DataType.Decimal one = TypeRules.asDecimal(own);
        DataType.Decimal two = TypeRules.asDecimal(other);
        int scale = Math.max(one.scale(), two.scale());
        return Math.max(one.precision() - one.scale(), two.precision() - two.scale()) + scale <= MOST_DIGITS;
    }
}
