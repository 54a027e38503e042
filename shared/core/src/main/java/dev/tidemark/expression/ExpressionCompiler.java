package dev.tidemark.expression;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.Expression.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Resolves names, finds types and puts in the casts that nobody wrote.
public final class ExpressionCompiler {

    private final Schema schema;
    private final Functions functions;

    private ExpressionCompiler(Schema schema, Functions functions) {
        this.schema = schema;
        this.functions = functions;
    }

    /// @param schema the schema of all batches that the result will be asked about
    /// @throws ExpressionException for unknown names and functions and for types that do not go together
    public static TypedExpression compile(Expression expression, Schema schema, Functions functions) {
        return new TypedExpression(new ExpressionCompiler(schema, functions).operation(expression));
    }

    /// Compiles a filter: an expression of type boolean.
    public static TypedExpression compileCondition(Expression expression, Schema schema, Functions functions) {
        ExpressionCompiler compiler = new ExpressionCompiler(schema, functions);
        return new TypedExpression(compiler.condition(expression));
    }

    private Operation operation(Expression expression) {
        return Coercion.folded(unfolded(expression));
    }

    private Operation unfolded(Expression expression) {
        return switch (expression) {
            case Expression.NullLiteral _ -> new Leaves.Null(DataType.STRING);
            case Expression.BooleanLiteral literal -> {
                BooleanVector value = new BooleanVector();
                value.append(literal.value());
                yield new Leaves.Constant(value);
            }
            case Expression.TextLiteral literal -> TextFunctions.text(literal.value());
            case Expression.NumberLiteral literal -> number(literal);
            case Expression.TimeLiteral literal ->
                Coercion.cast(TextFunctions.text(literal.text()), literal.type(), literal.at());
            case Expression.Name name -> column(name);
            case Expression.FieldOf access -> field(access);
            case Expression.ElementOf access -> element(access);
            case Expression.Negate negate -> ArithmeticTyping.negate(operation(negate.value()), negate.at());
            case Expression.Arithmetic arithmetic ->
                ArithmeticTyping.operation(arithmetic, operation(arithmetic.left()), operation(arithmetic.right()));
            case Expression.Compare compare ->
                compare(compare.relation(), operation(compare.left()), operation(compare.right()), compare.at());
            case Expression.Not not -> new Logic.Not(condition(not.value()));
            case Expression.And and -> new Logic.Junction(conditions(and.terms()), false);
            case Expression.Or or -> new Logic.Junction(conditions(or.terms()), true);
            case Expression.IsNull isNull -> new Logic.IsNull(operation(isNull.value()), isNull.negated());
            case Expression.In in -> in(in);
            case Expression.Between between -> between(between);
            case Expression.Like like -> {
                Operation match = TextMatching.like(
                        textOperand(like.value(), "LIKE"), textOperand(like.pattern(), "LIKE"), like.escape());
                yield like.negated() ? new Logic.Not(match) : match;
            }
            case Expression.RLike rlike -> {
                Operation match =
                        TextMatching.rlike(textOperand(rlike.value(), "RLIKE"), textOperand(rlike.pattern(), "RLIKE"));
                yield rlike.negated() ? new Logic.Not(match) : match;
            }
            case Expression.Case cases -> cases(cases);
            case Expression.Cast cast -> cast(cast);
            case Expression.Call call -> call(call);
        };
    }

    private static Operation number(Expression.NumberLiteral literal) {
        ColumnVector vector = ColumnVector.of(literal.type());
        if (literal.type() instanceof DataType.Decimal) {
            Decimals.append(literal.value().unscaledValue(), vector);
        } else {
            switch (vector) {
                case IntVector ints -> ints.append(literal.value().intValueExact());
                case LongVector longs -> longs.append(literal.value().longValueExact());
                case FloatVector floats -> floats.append(literal.value().floatValue());
                case DoubleVector doubles -> doubles.append(literal.value().doubleValue());
                default -> throw new IllegalStateException("a number of type " + literal.type());
            }
        }
        return new Leaves.Constant(vector);
    }

    private Operation column(Expression.Name name) {
        int index = schema.indexOf(name.name());
        if (index < 0) {
            throw unknown("column", name.name(), schema.names(), name.at());
        }
        return new Leaves.Column(index, schema.field(index).type());
    }

    /// Names the column that was meant: one with characters that need backticks and begins here, or a similar one.
    static ExpressionException unknown(String kind, String name, List<String> known, SourcePosition at) {
        String rest = at.text().substring(at.column() - 1).toLowerCase(Locale.ROOT);
        for (String candidate : known) {
            String folded = Schema.fold(candidate);
            if (folded.length() > name.length() && rest.startsWith(folded)) {
                return at.error(
                        "there is no " + kind + " '" + name + "'.",
                        "A name with characters other than letters, digits and _ stands in backticks: `" + candidate
                                + "`.");
            }
        }
        String nearest = NearestName.of(name, known);
        String hint = nearest != null
                ? "Did you mean " + nearest + "?"
                : known.isEmpty() ? "There are none." : "Known are " + String.join(", ", known) + ".";
        return at.error("there is no " + kind + " '" + name + "'.", hint);
    }

    private Operation field(Expression.FieldOf access) {
        Operation value = operation(access.value());
        if (!(value.type() instanceof DataType.Struct struct)) {
            throw access.at()
                    .error(
                            ".%s needs a struct before it but %s has no fields."
                                    .formatted(access.field(), value.type()),
                            value.type() instanceof DataType.Map
                                    ? "A map's value is read with ['" + access.field() + "']."
                                    : "A column whose name has a point stands in backticks: `a.b`.");
        }
        Schema fields = new Schema(struct.fields());
        int index = fields.indexOf(access.field());
        if (index < 0) {
            SourcePosition at =
                    new SourcePosition(access.at().text(), access.at().column() + 1);
            throw unknown("field", access.field(), fields.names(), at);
        }
        Field field = fields.field(index);
        return new Access.StructField(value, index, field.type());
    }

    private Operation element(Expression.ElementOf access) {
        Operation value = operation(access.value());
        Operation index = operation(access.index());
        SourcePosition at = access.index().at();
        return switch (value.type()) {
            case DataType.Array array -> {
                if (!(index instanceof Leaves.Null) && !TypeRules.isIntegral(index.type())) {
                    throw at.error("an array's index is an integer but this is " + index.type() + ".", null);
                }
                DataType wide = index.type() == Primitive.BIGINT ? DataType.BIGINT : DataType.INT;
                yield Access.element(value, array.element(), Coercion.cast(index, wide, at));
            }
            case DataType.Map map ->
                Access.mapValue(value, map.value(), Coercion.implicit(index, DataType.STRING, at, "a map's key"));
            case DataType.Struct _, DataType.Primitive _, DataType.Decimal _ ->
                throw access.at()
                        .error(
                                "[…] needs an array or a map before it but this is " + value.type() + ".",
                                "A struct's field is read with a point: a.b.");
        };
    }

    static Operation compare(Relation relation, Operation left, Operation right, SourcePosition at) {
        List<Operation> sides = ArithmeticTyping.comparable(left, right, at, relation.toString());
        if (containsMap(sides.getFirst().type())) {
            throw at.error("maps cannot be compared.", null);
        }
        return new Comparison(relation, sides.getFirst(), sides.getLast());
    }

    private static boolean containsMap(DataType type) {
        return switch (type) {
            case DataType.Map _ -> true;
            case DataType.Array array -> containsMap(array.element());
            case DataType.Struct struct -> struct.fields().stream().anyMatch(field -> containsMap(field.type()));
            case DataType.Primitive _, DataType.Decimal _ -> false;
        };
    }

    private Operation condition(Expression expression) {
        Operation operation = operation(expression);
        if (operation instanceof Leaves.Null || operation.type() == Primitive.BOOLEAN) {
            return Coercion.cast(operation, DataType.BOOLEAN, expression.at());
        }
        throw expression
                .at()
                .error(
                        "a condition must be boolean but this is " + operation.type() + ".",
                        "Compare it with something.");
    }

    private List<Operation> conditions(List<Expression> terms) {
        return terms.stream().map(this::condition).toList();
    }

    private Operation in(Expression.In in) {
        List<Operation> values = new ArrayList<>();
        values.add(operation(in.value()));
        in.options().forEach(option -> values.add(operation(option)));
        List<Operation> common = Coercion.common(values, in.at(), "IN");
        if (containsMap(common.getFirst().type())) {
            throw in.at().error("maps cannot be compared.", null);
        }
        Operation found = new Logic.In(common.getFirst(), common.subList(1, common.size()));
        return in.negated() ? new Logic.Not(found) : found;
    }

    private Operation between(Expression.Between between) {
        Operation value = shared(operation(between.value()));
        Operation low = operation(between.low());
        Operation high = operation(between.high());
        Operation inside = new Logic.Junction(
                List.of(
                        Coercion.folded(compare(Relation.GREATER_OR_EQUAL, value, low, between.at())),
                        Coercion.folded(compare(Relation.LESS_OR_EQUAL, value, high, between.at()))),
                false);
        return between.negated() ? new Logic.Not(inside) : inside;
    }

    /// An operation that is used in several places and must be evaluated once: otherwise nested ones take
    /// exponential time.
    static Operation shared(Operation operation) {
        boolean cheap = operation instanceof Leaves.Column
                || operation instanceof Leaves.Null
                || operation instanceof Leaves.Shared
                || operation.constant();
        return cheap ? operation : new Leaves.Shared(operation);
    }

    private Operation textOperand(Expression expression, String role) {
        return Coercion.implicit(operation(expression), DataType.STRING, expression.at(), "what " + role + " compares");
    }

    private Operation cases(Expression.Case cases) {
        @Nullable Operation operand = cases.operand() == null ? null : shared(operation(cases.operand()));
        List<Operation> conditions = new ArrayList<>();
        List<Operation> values = new ArrayList<>();
        for (Expression.Branch branch : cases.branches()) {
            conditions.add(
                    operand == null
                            ? condition(branch.when())
                            : Coercion.folded(compare(
                                    Relation.EQUAL,
                                    operand,
                                    operation(branch.when()),
                                    branch.when().at())));
            values.add(operation(branch.then()));
        }
        if (cases.otherwise() != null) {
            values.add(operation(cases.otherwise()));
        }
        List<Operation> common = Coercion.common(values, cases.at(), "CASE");
        int branches = conditions.size();
        return new Logic.Case(
                common.getFirst().type(),
                conditions,
                common.subList(0, branches),
                cases.otherwise() == null ? null : common.getLast());
    }

    private Operation cast(Expression.Cast cast) {
        Operation value = operation(cast.value());
        Operation result = Casts.cast(value, cast.type(), cast.orNull());
        if (result == null) {
            throw cast.at().error("a value of type " + value.type() + " cannot be cast to " + cast.type() + ".", null);
        }
        return result;
    }

    /// Whether a call has a number of arguments that its function takes, whatever they are. What is no function passes.
    ///
    /// @throws ExpressionException when it has not
    public static void checkArity(Expression.Call call, Functions functions) {
        ExpressionFunction function = functions.find(call.function());
        if (function != null) {
            checkArity(call, function);
        }
    }

    private static void checkArity(Expression.Call call, ExpressionFunction function) {
        int size = call.arguments().size();
        if (size < function.leastArguments() || size > function.mostArguments()) {
            throw call.at()
                    .error(
                            "%s() takes %s arguments but has %d.".formatted(call.function(), function.arity(), size),
                            null);
        }
    }

    private Operation call(Expression.Call call) {
        ExpressionFunction function = functions.find(call.function());
        if (function == null) {
            throw unknown("function", call.function(), functions.names(), call.at());
        }
        checkArity(call, function);
        List<Operation> arguments =
                call.arguments().stream().map(this::operation).toList();
        List<SourcePosition> positions =
                call.arguments().stream().map(Expression::at).toList();
        return function.binding().bind(new FunctionCall(call.at(), call.function(), arguments, positions, functions));
    }
}
