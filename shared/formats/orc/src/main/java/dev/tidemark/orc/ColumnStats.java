package dev.tidemark.orc;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What is said of the values of a column in a group of rows, a stripe or a file, by which engines leave them out.
///
/// Bounds are left away where they would not hold: of real numbers where one is NaN, of long texts.
final class ColumnStats {

    /// Longer texts have no bounds.
    private static final int MOST_TEXT = 256;

    private final DataType type;
    private long values;
    private boolean hasNull;
    private boolean bounded = true;
    /// Of whole numbers, days, microseconds and decimals of up to 18 digits.
    private long least = Long.MAX_VALUE;

    private long most = Long.MIN_VALUE;
    private long sum;
    private boolean summed = true;
    private double leastReal = Double.POSITIVE_INFINITY;
    private double mostReal = Double.NEGATIVE_INFINITY;
    private byte @Nullable [] leastText;
    private byte @Nullable [] mostText;
    private @Nullable BigInteger leastLong;
    private @Nullable BigInteger mostLong;

    ColumnStats(DataType type) {
        this.type = type;
    }

    void count(long more, boolean nulls) {
        values += more;
        hasNull |= nulls;
    }

    /// Takes the value in.
    void add(ColumnVector vector, int row) {
        switch (vector) {
            case IntVector ints -> addWhole(ints.get(row));
            case LongVector longs -> addWhole(longs.get(row));
            case BooleanVector booleans -> sum += booleans.get(row) ? 1 : 0;
            case FloatVector floats -> addReal(floats.get(row));
            case DoubleVector doubles -> addReal(doubles.get(row));
            case BytesVector texts -> addText(texts.bytes(), texts.start(row), texts.length(row));
            case DecimalVector decimals -> addLong(decimals.get(row));
            case ArrayVector _, MapVector _, StructVector _ -> {}
        }
    }

    void addWhole(long value) {
        least = Math.min(least, value);
        most = Math.max(most, value);
        long before = sum;
        sum += value;
        summed &= ((before ^ sum) & (value ^ sum)) >= 0;
    }

    private void addReal(double value) {
        bounded &= !Double.isNaN(value);
        leastReal = Math.min(leastReal, value);
        mostReal = Math.max(mostReal, value);
    }

    void addText(byte[] bytes, int start, int length) {
        sum += length;
        if (!bounded || type.equals(DataType.BINARY)) {
            return;
        }
        if (length > MOST_TEXT) {
            bounded = false;
            return;
        }
        byte[] low = leastText;
        byte[] high = mostText;
        if (low == null || Arrays.compareUnsigned(bytes, start, start + length, low, 0, low.length) < 0) {
            leastText = Arrays.copyOfRange(bytes, start, start + length);
        }
        if (high == null || Arrays.compareUnsigned(bytes, start, start + length, high, 0, high.length) > 0) {
            mostText = Arrays.copyOfRange(bytes, start, start + length);
        }
    }

    private void addLong(BigInteger value) {
        leastLong = leastLong == null ? value : leastLong.min(value);
        mostLong = mostLong == null ? value : mostLong.max(value);
    }

    /// Takes in what is said of other values of the column.
    void add(ColumnStats other) {
        values += other.values;
        hasNull |= other.hasNull;
        bounded &= other.bounded;
        least = Math.min(least, other.least);
        most = Math.max(most, other.most);
        long before = sum;
        sum += other.sum;
        summed &= other.summed && ((before ^ sum) & (other.sum ^ sum)) >= 0;
        leastReal = Math.min(leastReal, other.leastReal);
        mostReal = Math.max(mostReal, other.mostReal);
        if (other.leastText != null && (leastText == null || Arrays.compareUnsigned(other.leastText, leastText) < 0)) {
            leastText = other.leastText;
        }
        if (other.mostText != null && (mostText == null || Arrays.compareUnsigned(other.mostText, mostText) > 0)) {
            mostText = other.mostText;
        }
        if (other.leastLong != null) {
            addLong(other.leastLong);
        }
        if (other.mostLong != null) {
            addLong(other.mostLong);
        }
    }

    ProtoWriter message() {
        ProtoWriter all = new ProtoWriter().number(1, values);
        ProtoWriter own = new ProtoWriter();
        if (values > 0) {
            switch (type) {
                case DataType.Primitive primitive -> single(primitive, all, own);
                case DataType.Decimal decimal -> all.message(6, decimal(decimal, own));
                case DataType.Array _, DataType.Map _, DataType.Struct _ -> {}
            }
        }
        return all.number(10, hasNull ? 1 : 0);
    }

    private void single(DataType.Primitive primitive, ProtoWriter all, ProtoWriter own) {
        switch (primitive) {
            case BOOLEAN -> all.message(5, own.numbers(1, new long[] {sum}, 1));
            case TINYINT, SMALLINT, INT, BIGINT -> {
                own.signed(1, least).signed(2, most);
                if (summed) {
                    own.signed(3, sum);
                }
                all.message(2, own);
            }
            case FLOAT, DOUBLE -> {
                if (bounded) {
                    // The two zeros are equal where engines compare, and in order where bounds do.
                    own.real(1, leastReal == 0 ? -0.0 : leastReal).real(2, mostReal == 0 ? 0.0 : mostReal);
                    all.message(3, own);
                }
            }
            case STRING -> {
                if (bounded && leastText != null && mostText != null) {
                    own.bytes(1, leastText, 0, leastText.length).bytes(2, mostText, 0, mostText.length);
                    all.message(4, own.signed(3, sum));
                }
            }
            case BINARY -> all.message(8, own.signed(1, sum));
            case DATE -> all.message(7, own.signed(1, least).signed(2, most));
            case TIMESTAMP ->
                // Milliseconds; where no nanoseconds are said readers take the last of the greatest one.
                all.message(9, own.signed(3, Math.floorDiv(least, 1000L)).signed(4, Math.floorDiv(most, 1000L)));
        }
    }

    private ProtoWriter decimal(DataType.Decimal decimal, ProtoWriter own) {
        BigInteger low = leastLong == null ? BigInteger.valueOf(least) : leastLong;
        BigInteger high = mostLong == null ? BigInteger.valueOf(most) : mostLong;
        return own.text(1, new BigDecimal(low, decimal.scale()).toPlainString())
                .text(2, new BigDecimal(high, decimal.scale()).toPlainString());
    }
}
