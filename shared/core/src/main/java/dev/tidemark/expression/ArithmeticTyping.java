package dev.tidemark.expression;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.expression.Expression.Operator;
import java.math.BigDecimal;
import java.util.List;

/// The types of arithmetic and comparisons.
final class ArithmeticTyping {

    private ArithmeticTyping() {}

    static Operation operation(Expression.Arithmetic written, Operation left, Operation right) {
        Operator operator = written.operator();
        SourcePosition at = written.at();
        boolean leftDate = left.type() == Primitive.DATE && !(left instanceof Leaves.Null);
        boolean rightDate = right.type() == Primitive.DATE && !(right instanceof Leaves.Null);
        if (operator == Operator.ADD && leftDate && isDays(right)) {
            return TimeFunctions.addDays(left, Coercion.cast(right, DataType.INT, at), 1);
        }
        if (operator == Operator.ADD && rightDate && isDays(left)) {
            return TimeFunctions.addDays(right, Coercion.cast(left, DataType.INT, at), 1);
        }
        if (operator == Operator.SUBTRACT && leftDate && isDays(right)) {
            return TimeFunctions.addDays(left, Coercion.cast(right, DataType.INT, at), -1);
        }
        return operation(operator, left, right, at);
    }

    private static boolean isDays(Operation operation) {
        return !(operation instanceof Leaves.Null)
                && TypeRules.isIntegral(operation.type())
                && operation.type() != Primitive.BIGINT;
    }

    /// Numbers, or one number and a text that is cast to it.
    static Operation operation(Operator operator, Operation left, Operation right, SourcePosition at) {
        List<Operation> numbers = numbers(left, right, at, operator.toString());
        Operation one = numbers.getFirst();
        Operation other = numbers.getLast();
        if (one.type() instanceof DataType.Decimal a && other.type() instanceof DataType.Decimal b) {
            return new Arithmetic(operator, TypeRules.result(operator, a, b), one, other);
        }
        DataType common = TypeRules.common(one.type(), other.type());
        if (common == null) {
            throw new IllegalStateException(one.type() + " and " + other.type() + " are numbers");
        }
        DataType type = operator == Operator.DIVIDE ? DataType.DOUBLE : common;
        return new Arithmetic(operator, type, Coercion.cast(one, type, at), Coercion.cast(other, type, at));
    }

    /// Both sides as numbers: both decimals, or neither.
    static List<Operation> numbers(Operation left, Operation right, SourcePosition at, String role) {
        Operation one = left;
        Operation other = right;
        if (one instanceof Leaves.Null && other instanceof Leaves.Null) {
            one = new Leaves.Null(DataType.DOUBLE);
            other = one;
        } else if (one instanceof Leaves.Null) {
            one = new Leaves.Null(other.type());
        } else if (other instanceof Leaves.Null) {
            other = new Leaves.Null(one.type());
        }
        if (one.type() == Primitive.STRING && TypeRules.isNumber(other.type())) {
            one = Coercion.cast(one, partner(other.type()), at);
        } else if (other.type() == Primitive.STRING && TypeRules.isNumber(one.type())) {
            other = Coercion.cast(other, partner(one.type()), at);
        }
        if (!TypeRules.isNumber(one.type()) || !TypeRules.isNumber(other.type())) {
            throw at.error(
                    role + " needs numbers but has " + left.type() + " and " + right.type() + ".",
                    TypeRules.isTime(left.type()) || TypeRules.isTime(right.type())
                            ? "Days are added to a date with date_add(d, n); unix_timestamp() makes a timestamp a number."
                            : "Cast a text first: cast(x AS decimal(12,2)).");
        }
        return exact(one, other, at);
    }

    private static DataType partner(DataType number) {
        return TypeRules.isIntegral(number) ? DataType.BIGINT : DataType.DOUBLE;
    }

    /// Where one side is decimal, an integer becomes one too: a literal with just the digits it has.
    private static List<Operation> exact(Operation one, Operation other, SourcePosition at) {
        boolean decimal = one.type() instanceof DataType.Decimal || other.type() instanceof DataType.Decimal;
        if (!decimal || TypeRules.isFloating(one.type()) || TypeRules.isFloating(other.type())) {
            return List.of(one, other);
        }
        return List.of(asDecimal(one, at), asDecimal(other, at));
    }

    private static Operation asDecimal(Operation value, SourcePosition at) {
        if (value instanceof Leaves.Constant constant && TypeRules.isIntegral(value.type())) {
            ColumnVector vector = constant.value();
            long number = vector instanceof IntVector ints ? ints.get(0) : ((LongVector) vector).get(0);
            int digits = BigDecimal.valueOf(number).precision();
            return Coercion.cast(value, DataType.decimal(digits, 0), at);
        }
        return Coercion.cast(value, TypeRules.asDecimal(value.type()), at);
    }

    /// Both sides of a comparison in one type.
    static List<Operation> comparable(Operation left, Operation right, SourcePosition at, String role) {
        boolean nulls = left instanceof Leaves.Null || right instanceof Leaves.Null;
        boolean numbers = TypeRules.isNumber(left.type()) && TypeRules.isNumber(right.type());
        List<Operation> sides = nulls || !numbers ? List.of(left, right) : exact(left, right, at);
        return Coercion.common(sides, at, role);
    }

    static Operation negate(Operation operand, SourcePosition at) {
        Operation value = operand instanceof Leaves.Null || operand.type() == Primitive.STRING
                ? Coercion.cast(operand, DataType.DOUBLE, at)
                : operand;
        DataType type = value.type();
        if (!TypeRules.isNumber(type)) {
            throw at.error("- needs a number but has " + type + ".", null);
        }
        return PerRow.of(type, List.of(value), (in, row, out, rows) -> {
            switch (in[0]) {
                case FloatVector floats -> ((FloatVector) out).append(-floats.get(row));
                case DoubleVector doubles -> ((DoubleVector) out).append(-doubles.get(row));
                default -> NumberFunctions.appendNegated(in[0], row, out, rows);
            }
        });
    }
}
