package dev.tidemark.expression;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;

/// `left relation right`; both sides have one type already.
record Comparison(Expression.Relation relation, Operation left, Operation right) implements Operation {

    @Override
    public DataType type() {
        return DataType.BOOLEAN;
    }

    @Override
    public boolean constant() {
        return left.constant() && right.constant();
    }

    @Override
    public ColumnVector evaluate(Rows rows) {
        ColumnVector one = left.evaluate(rows);
        boolean nullDecides = relation != Expression.Relation.NULL_SAFE_EQUAL;
        ColumnVector other = right.evaluate(nullDecides ? rows.where(one) : rows);
        BooleanVector out = new BooleanVector();
        if (relation == Expression.Relation.NULL_SAFE_EQUAL) {
            nullSafe(one, other, rows.count(), out);
        } else {
            compare(one, other, rows.count(), out);
        }
        return out;
    }

    private static void nullSafe(ColumnVector one, ColumnVector other, int count, BooleanVector out) {
        for (int row = 0; row < count; row++) {
            boolean oneNull = one.isNull(row);
            boolean otherNull = other.isNull(row);
            boolean anyNull = oneNull || otherNull;
            out.append(anyNull ? oneNull == otherNull : Ordering.compare(one, row, other, row) == 0);
        }
    }

    /// One loop for each of the types that filters mostly compare.
    private void compare(ColumnVector one, ColumnVector other, int count, BooleanVector out) {
        boolean less = holds(-1);
        boolean equal = holds(0);
        boolean greater = holds(1);
        boolean nulls = one.hasNulls() || other.hasNulls();
        if (one instanceof IntVector ints) {
            int[] a = ints.values();
            int[] b = ((IntVector) other).values();
            for (int row = 0; row < count; row++) {
                if (nulls && (one.isNull(row) || other.isNull(row))) {
                    out.appendNull();
                } else {
                    out.append(a[row] < b[row] ? less : a[row] == b[row] ? equal : greater);
                }
            }
        } else if (one instanceof LongVector longs) {
            long[] a = longs.values();
            long[] b = ((LongVector) other).values();
            for (int row = 0; row < count; row++) {
                if (nulls && (one.isNull(row) || other.isNull(row))) {
                    out.appendNull();
                } else {
                    out.append(a[row] < b[row] ? less : a[row] == b[row] ? equal : greater);
                }
            }
        } else if (one instanceof DoubleVector doubles) {
            double[] a = doubles.values();
            double[] b = ((DoubleVector) other).values();
            for (int row = 0; row < count; row++) {
                if (nulls && (one.isNull(row) || other.isNull(row))) {
                    out.appendNull();
                } else {
                    int order = Ordering.compare(a[row], b[row]);
                    out.append(order < 0 ? less : order == 0 ? equal : greater);
                }
            }
        } else {
            for (int row = 0; row < count; row++) {
                if (nulls && (one.isNull(row) || other.isNull(row))) {
                    out.appendNull();
                } else {
                    int order = Ordering.compare(one, row, other, row);
                    out.append(order < 0 ? less : order == 0 ? equal : greater);
                }
            }
        }
    }

    private boolean holds(int order) {
        return switch (relation) {
            case EQUAL, NULL_SAFE_EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }
}
