package dev.tidemark.expression;

import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import java.util.List;

/// coalesce, if, nullif: what is not taken is not evaluated.
final class ConditionFunctions {

    private ConditionFunctions() {}

    static List<ExpressionFunction> all() {
        return List.of(
                new ExpressionFunction("coalesce", 1, Integer.MAX_VALUE, ConditionFunctions::coalesce),
                new ExpressionFunction("if", 3, 3, ConditionFunctions::conditional),
                new ExpressionFunction("nullif", 2, 2, ConditionFunctions::nullIf));
    }

    private static Operation coalesce(FunctionCall call) {
        List<Operation> values = call.commonArguments(0);
        return new Logic.Coalesce(values.getFirst().type(), values);
    }

    private static Operation conditional(FunctionCall call) {
        Operation condition = call.argument(0);
        if (!(condition instanceof Leaves.Null) && condition.type() != Primitive.BOOLEAN) {
            throw call.error(0, "must be a condition but is " + condition.type() + ".", null);
        }
        List<Operation> values = call.commonArguments(1);
        return new Logic.Case(
                values.getFirst().type(),
                List.of(call.argument(0, DataType.BOOLEAN)),
                List.of(values.getFirst()),
                values.getLast());
    }

    private static Operation nullIf(FunctionCall call) {
        Operation value = ExpressionCompiler.shared(call.argument(0));
        Operation equal = ExpressionCompiler.compare(Expression.Relation.EQUAL, value, call.argument(1), call.at());
        return new Logic.Case(
                value.type(), List.of(Coercion.folded(equal)), List.of(new Leaves.Null(value.type())), value);
    }
}
