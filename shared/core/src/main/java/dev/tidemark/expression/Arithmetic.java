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
import java.math.MathContext;
import java.math.RoundingMode;

/// `left operator right`. Integers and floats come in the type of the result, decimals as they are.
record Arithmetic(Operator operator, DataType type, Operation left, Operation right) implements Operation {

    /// As Spark calculates before it rounds to the result's scale.
    private static final MathContext PRODUCT = new MathContext(39, RoundingMode.HALF_UP);

    private static final int QUOTIENT_SCALE = 39;
    private static final String BY_ZERO = "division by zero";

    @Override
    public boolean constant() {
        return left.constant() && right.constant();
    }

    @Override
    public ColumnVector evaluate(Rows rows) {
        // As Spark: a divisor is looked at first, and a null makes the other side unimportant.
        ColumnVector first = (divides() ? right : left).evaluate(rows);
        ColumnVector second = (divides() ? left : right).evaluate(rows.where(first));
        ColumnVector one = divides() ? second : first;
        ColumnVector other = divides() ? first : second;
        ColumnVector out = ColumnVector.of(type);
        if (type instanceof DataType.Decimal decimal) {
            decimals(one, other, out, rows, decimal);
        } else if (out instanceof IntVector ints) {
            ints((IntVector) one, (IntVector) other, ints, rows);
        } else if (out instanceof LongVector longs) {
            longs((LongVector) one, (LongVector) other, longs, rows);
        } else if (out instanceof FloatVector floats) {
            floats((FloatVector) one, (FloatVector) other, floats, rows);
        } else {
            doubles((DoubleVector) one, (DoubleVector) other, (DoubleVector) out, rows);
        }
        return out;
    }

    private static boolean skip(ColumnVector one, ColumnVector other, int row, Rows rows) {
        return one.isNull(row) || other.isNull(row) || rows.skipped(row);
    }

    private void ints(IntVector one, IntVector other, IntVector out, Rows rows) {
        long least = type == Primitive.TINYINT
                ? Byte.MIN_VALUE
                : type == Primitive.SMALLINT ? Short.MIN_VALUE : Integer.MIN_VALUE;
        long most = -least - 1;
        for (int row = 0; row < rows.count(); row++) {
            if (skip(one, other, row, rows)) {
                out.appendNull();
                continue;
            }
            long a = one.get(row);
            long b = other.get(row);
            if (b == 0 && operator == Operator.REMAINDER) {
                fail(out, rows, row, BY_ZERO);
                continue;
            }
            long result = switch (operator) {
                case ADD -> a + b;
                case SUBTRACT -> a - b;
                case MULTIPLY -> a * b;
                case REMAINDER -> a % b;
                case DIVIDE -> throw notIntegral();
            };
            if (result < least || result > most) {
                fail(out, rows, row, type + " overflow in " + operator);
            } else {
                out.append((int) result);
            }
        }
    }

    private void longs(LongVector one, LongVector other, LongVector out, Rows rows) {
        for (int row = 0; row < rows.count(); row++) {
            if (skip(one, other, row, rows)) {
                out.appendNull();
                continue;
            }
            long a = one.get(row);
            long b = other.get(row);
            if (b == 0 && operator == Operator.REMAINDER) {
                fail(out, rows, row, BY_ZERO);
                continue;
            }
            long result = switch (operator) {
                case ADD -> a + b;
                case SUBTRACT -> a - b;
                case MULTIPLY -> a * b;
                case REMAINDER -> a % b;
                case DIVIDE -> throw notIntegral();
            };
            if (overflows(a, b, result)) {
                fail(out, rows, row, type + " overflow in " + operator);
            } else {
                out.append(result);
            }
        }
    }

    private boolean overflows(long a, long b, long result) {
        return switch (operator) {
            case ADD -> ((a ^ result) & (b ^ result)) < 0;
            case SUBTRACT -> ((a ^ b) & (a ^ result)) < 0;
            case MULTIPLY -> Math.multiplyHigh(a, b) != result >> 63;
            case REMAINDER, DIVIDE -> false;
        };
    }

    private void doubles(DoubleVector one, DoubleVector other, DoubleVector out, Rows rows) {
        for (int row = 0; row < rows.count(); row++) {
            if (skip(one, other, row, rows)) {
                out.appendNull();
                continue;
            }
            double a = one.get(row);
            double b = other.get(row);
            if (b == 0 && divides()) {
                fail(out, rows, row, BY_ZERO);
                continue;
            }
            out.append(
                    switch (operator) {
                        case ADD -> a + b;
                        case SUBTRACT -> a - b;
                        case MULTIPLY -> a * b;
                        case DIVIDE -> a / b;
                        case REMAINDER -> a % b;
                    });
        }
    }

    private void floats(FloatVector one, FloatVector other, FloatVector out, Rows rows) {
        for (int row = 0; row < rows.count(); row++) {
            if (skip(one, other, row, rows)) {
                out.appendNull();
                continue;
            }
            float a = one.get(row);
            float b = other.get(row);
            if (b == 0 && divides()) {
                fail(out, rows, row, BY_ZERO);
                continue;
            }
            out.append(
                    switch (operator) {
                        case ADD -> a + b;
                        case SUBTRACT -> a - b;
                        case MULTIPLY -> a * b;
                        case DIVIDE -> a / b;
                        case REMAINDER -> a % b;
                    });
        }
    }

    private void decimals(ColumnVector one, ColumnVector other, ColumnVector out, Rows rows, DataType.Decimal result) {
        if (one instanceof LongVector a && other instanceof LongVector b && out instanceof LongVector c && !divides()) {
            shortDecimals(a, b, c, rows, result);
            return;
        }
        for (int row = 0; row < rows.count(); row++) {
            if (skip(one, other, row, rows)) {
                out.appendNull();
                continue;
            }
            BigDecimal a = Decimals.get(one, row);
            BigDecimal b = Decimals.get(other, row);
            if (b.signum() == 0 && divides()) {
                fail(out, rows, row, BY_ZERO);
                continue;
            }
            BigDecimal value = switch (operator) {
                case ADD -> a.add(b);
                case SUBTRACT -> a.subtract(b);
                case MULTIPLY -> a.multiply(b, PRODUCT);
                case DIVIDE -> a.divide(b, QUOTIENT_SCALE, RoundingMode.HALF_UP);
                case REMAINDER -> a.remainder(b);
            };
            Decimals.append(value, out, rows, row);
        }
    }

    /// The result's type has room for every sum, difference and product, so nothing can overflow.
    private void shortDecimals(LongVector one, LongVector other, LongVector out, Rows rows, DataType.Decimal result) {
        boolean product = operator == Operator.MULTIPLY;
        long scaleOne = product ? 1 : Decimals.power(result.scale() - ((DataType.Decimal) one.type()).scale());
        long scaleOther = product ? 1 : Decimals.power(result.scale() - ((DataType.Decimal) other.type()).scale());
        for (int row = 0; row < rows.count(); row++) {
            if (skip(one, other, row, rows)) {
                out.appendNull();
                continue;
            }
            long a = one.get(row) * scaleOne;
            long b = other.get(row) * scaleOther;
            out.append(product ? a * b : operator == Operator.ADD ? a + b : a - b);
        }
    }

    private boolean divides() {
        return operator == Operator.DIVIDE || operator == Operator.REMAINDER;
    }

    private static IllegalStateException notIntegral() {
        return new IllegalStateException("integers are divided as doubles");
    }

    private static void fail(ColumnVector out, Rows rows, int row, String message) {
        rows.fail(row, message);
        out.appendNull();
    }
}
