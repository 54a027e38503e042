package dev.tidemark.expression;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.util.Arrays;

/// The order of values of one type: NaN equals NaN and is above all, -0.0 equals 0.0, text is ordered by its bytes.
final class Ordering {

    private Ordering() {}

    /// Compares two values that are not null; both vectors have the same type, which is not a map.
    static int compare(ColumnVector left, int i, ColumnVector right, int j) {
        return switch (left) {
            case IntVector ints -> Integer.compare(ints.get(i), ((IntVector) right).get(j));
            case LongVector longs -> Long.compare(longs.get(i), ((LongVector) right).get(j));
            case DoubleVector doubles -> compare(doubles.get(i), ((DoubleVector) right).get(j));
            case FloatVector floats -> compare(floats.get(i), ((FloatVector) right).get(j));
            case BooleanVector booleans -> Boolean.compare(booleans.get(i), ((BooleanVector) right).get(j));
            case BytesVector bytes -> compare(bytes, i, (BytesVector) right, j);
            case DecimalVector decimals -> compare(decimals, i, (DecimalVector) right, j);
            case ArrayVector arrays -> compare(arrays, i, (ArrayVector) right, j);
            case StructVector structs -> compare(structs, i, (StructVector) right, j);
            case MapVector _ -> throw new IllegalArgumentException("maps have no order");
        };
    }

    static int compare(double left, double right) {
        return left == right ? 0 : Double.compare(left, right);
    }

    static int compare(BytesVector left, int i, BytesVector right, int j) {
        int a = left.start(i);
        int b = right.start(j);
        return Arrays.compareUnsigned(left.bytes(), a, a + left.length(i), right.bytes(), b, b + right.length(j));
    }

    private static int compare(DecimalVector left, int i, DecimalVector right, int j) {
        int high = Long.compare(left.high(i), right.high(j));
        return high != 0 ? high : Long.compareUnsigned(left.low(i), right.low(j));
    }

    private static int compare(ArrayVector left, int i, ArrayVector right, int j) {
        int shorter = Math.min(left.length(i), right.length(j));
        for (int k = 0; k < shorter; k++) {
            int order = nullsFirst(left.elements(), left.start(i) + k, right.elements(), right.start(j) + k);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.length(i), right.length(j));
    }

    private static int compare(StructVector left, int i, StructVector right, int j) {
        for (int k = 0; k < left.fields().size(); k++) {
            int order = nullsFirst(left.field(k), i, right.field(k), j);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int nullsFirst(ColumnVector left, int i, ColumnVector right, int j) {
        if (left.isNull(i) || right.isNull(j)) {
            return Boolean.compare(right.isNull(j), left.isNull(i));
        }
        return compare(left, i, right, j);
    }
}
