package dev.tidemark.expression;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.expression.Expression.Operator;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// abs, round, pmod.
final class NumberFunctions {

    private NumberFunctions() {}

    static List<ExpressionFunction> all() {
        return List.of(
                new ExpressionFunction("abs", 1, 1, NumberFunctions::abs),
                new ExpressionFunction("pmod", 2, 2, NumberFunctions::pmod),
                new ExpressionFunction("round", 1, 2, NumberFunctions::round));
    }

    private static Operation number(FunctionCall call) {
        Operation value = call.argument(0);
        if (value instanceof Leaves.Null || value.type() == Primitive.STRING) {
            return call.argument(0, DataType.DOUBLE);
        }
        if (!TypeRules.isNumber(value.type())) {
            throw call.error(0, "must be a number but is " + value.type() + ".", null);
        }
        return value;
    }

    private static Operation abs(FunctionCall call) {
        Operation value = number(call);
        return PerRow.of(value.type(), List.of(value), (in, row, out, rows) -> {
            switch (in[0]) {
                case IntVector ints when ints.get(row) < 0 -> appendNegated(ints, row, out, rows);
                case LongVector longs when longs.get(row) < 0 -> appendNegated(longs, row, out, rows);
                case DecimalVector decimals when decimals.high(row) < 0 -> appendNegated(decimals, row, out, rows);
                case FloatVector floats -> ((FloatVector) out).append(Math.abs(floats.get(row)));
                case DoubleVector doubles -> ((DoubleVector) out).append(Math.abs(doubles.get(row)));
                default -> out.appendFrom(in[0], row);
            }
        });
    }

    /// Appends the negative of an integer or a decimal.
    static void appendNegated(ColumnVector in, int row, ColumnVector out, Rows rows) {
        switch (in) {
            case IntVector ints -> {
                long least = least(in.type());
                if (ints.get(row) == least) {
                    overflow(out, rows, row);
                } else {
                    ((IntVector) out).append(-ints.get(row));
                }
            }
            case LongVector longs -> {
                if (longs.get(row) == Long.MIN_VALUE) {
                    overflow(out, rows, row);
                } else {
                    ((LongVector) out).append(-longs.get(row));
                }
            }
            case DecimalVector decimals ->
                ((DecimalVector) out).append(decimals.get(row).negate());
            default -> throw new IllegalArgumentException(in.type() + " is no exact number");
        }
    }

    private static long least(DataType type) {
        return type == Primitive.TINYINT
                ? Byte.MIN_VALUE
                : type == Primitive.SMALLINT ? Short.MIN_VALUE : Integer.MIN_VALUE;
    }

    private static void overflow(ColumnVector out, Rows rows, int row) {
        rows.fail(row, out.type() + " overflow");
        out.appendNull();
    }

    /// The remainder, made positive by adding the divisor, as Spark does: for a negative divisor it stays negative.
    private static Operation pmod(FunctionCall call) {
        List<Operation> sides = ArithmeticTyping.numbers(call.argument(0), call.argument(1), call.at(), "pmod()");
        Operation one = sides.getFirst();
        Operation other = sides.getLast();
        DataType type = one.type() instanceof DataType.Decimal a && other.type() instanceof DataType.Decimal b
                ? TypeRules.result(Operator.REMAINDER, a, b)
                : Coercion.common(sides, call.at(), "pmod()").getFirst().type();
        if (!(type instanceof DataType.Decimal)) {
            one = Coercion.cast(one, type, call.at());
            other = Coercion.cast(other, type, call.at());
        }
        // The divisor first: where it is null, Spark does not look at the other.
        return PerRow.of(type, List.of(other, one), (in, row, out, rows) -> {
            if (isZero(in[0], row)) {
                rows.fail(row, "division by zero");
                out.appendNull();
                return;
            }
            switch (out) {
                case IntVector ints -> ints.append(pmod(((IntVector) in[1]).get(row), ((IntVector) in[0]).get(row)));
                case FloatVector floats -> {
                    float divisor = ((FloatVector) in[0]).get(row);
                    float rest = ((FloatVector) in[1]).get(row) % divisor;
                    floats.append(rest < 0 ? (rest + divisor) % divisor : rest);
                }
                case DoubleVector doubles -> {
                    double divisor = ((DoubleVector) in[0]).get(row);
                    double rest = ((DoubleVector) in[1]).get(row) % divisor;
                    doubles.append(rest < 0 ? (rest + divisor) % divisor : rest);
                }
                case LongVector longs
                when longs.type() == Primitive.BIGINT ->
                    longs.append(pmod(((LongVector) in[1]).get(row), ((LongVector) in[0]).get(row)));
                default -> {
                    BigDecimal divisor = Decimals.get(in[0], row);
                    BigDecimal rest = Decimals.get(in[1], row).remainder(divisor);
                    Decimals.append(rest.signum() < 0 ? rest.add(divisor).remainder(divisor) : rest, out, rows, row);
                }
            }
        });
    }

    private static int pmod(int value, int divisor) {
        int rest = value % divisor;
        return rest < 0 ? (rest + divisor) % divisor : rest;
    }

    private static long pmod(long value, long divisor) {
        long rest = value % divisor;
        return rest < 0 ? (rest + divisor) % divisor : rest;
    }

    private static boolean isZero(ColumnVector in, int row) {
        return switch (in) {
            case IntVector ints -> ints.get(row) == 0;
            case LongVector longs -> longs.get(row) == 0;
            case FloatVector floats -> floats.get(row) == 0;
            case DoubleVector doubles -> doubles.get(row) == 0;
            default -> Decimals.get(in, row).signum() == 0;
        };
    }

    /// Half up. The number of digits decides the type of a decimal result, so it must be a literal.
    private static Operation round(FunctionCall call) {
        Operation value = number(call);
        ColumnVector literal = call.size() == 1 ? null : call.literal(1, DataType.INT);
        if (call.size() == 2 && literal == null) {
            return new Leaves.Null(value.type());
        }
        int digits = literal == null ? 0 : Math.clamp(((IntVector) literal).get(0), -400, 400);
        DataType type = value.type() instanceof DataType.Decimal decimal ? rounded(decimal, digits) : value.type();
        return PerRow.of(type, List.of(value), (in, row, out, rows) -> {
            switch (in[0]) {
                case DoubleVector doubles -> ((DoubleVector) out).append(round(doubles.get(row), digits));
                case FloatVector floats -> {
                    float number = floats.get(row);
                    ((FloatVector) out).append(Float.isFinite(number) ? roundFloat(number, digits) : number);
                }
                case IntVector ints -> appendInteger(BigDecimal.valueOf(ints.get(row)), digits, out, rows, row);
                case LongVector longs
                when longs.type() == Primitive.BIGINT ->
                    appendInteger(BigDecimal.valueOf(longs.get(row)), digits, out, rows, row);
                default ->
                    Decimals.append(Decimals.get(in[0], row).setScale(digits, RoundingMode.HALF_UP), out, rows, row);
            }
        });
    }

    private static double round(double number, int digits) {
        return Double.isFinite(number)
                ? BigDecimal.valueOf(number)
                        .setScale(digits, RoundingMode.HALF_UP)
                        .doubleValue()
                : number;
    }

    private static float roundFloat(float number, int digits) {
        return new BigDecimal(Float.toString(number))
                .setScale(digits, RoundingMode.HALF_UP)
                .floatValue();
    }

    private static void appendInteger(BigDecimal value, int digits, ColumnVector out, Rows rows, int row) {
        BigDecimal rounded = digits >= 0 ? value : value.setScale(digits, RoundingMode.HALF_UP);
        long least = out.type() == Primitive.BIGINT ? Long.MIN_VALUE : least(out.type());
        if (rounded.toBigInteger().bitLength() > 63
                || rounded.longValue() < least
                || rounded.longValue() > -(least + 1)) {
            overflow(out, rows, row);
        } else if (out instanceof IntVector ints) {
            ints.append(rounded.intValue());
        } else {
            ((LongVector) out).append(rounded.longValue());
        }
    }

    private static DataType rounded(DataType.Decimal type, int digits) {
        int whole = type.precision() - type.scale() + 1;
        if (digits < 0) {
            return DataType.decimal(Math.min(38, Math.max(whole, 1 - digits)), 0);
        }
        int scale = Math.min(type.scale(), digits);
        return DataType.decimal(Math.min(38, whole + scale), scale);
    }
}
