package dev.tidemark.data;

import java.math.BigInteger;
import java.util.Arrays;

/// `decimal(p > 18, s)`: unscaled values as 128-bit two's complement, high and low half.
public final class DecimalVector extends ColumnVector {

    private long[] high = new long[8];
    private long[] low = new long[8];

    DecimalVector(DataType.Decimal type) {
        super(type);
    }

    public long high(int row) {
        return high[row];
    }

    public long low(int row) {
        return low[row];
    }

    /// The unscaled value; makes an object, so not for hot loops.
    public BigInteger get(int row) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (high[row] >>> (56 - 8 * i));
            bytes[8 + i] = (byte) (low[row] >>> (56 - 8 * i));
        }
        return new BigInteger(bytes);
    }

    public void append(long highHalf, long lowHalf) {
        if (size == high.length) {
            high = Arrays.copyOf(high, size * 2);
            low = Arrays.copyOf(low, size * 2);
        }
        high[size] = highHalf;
        low[size++] = lowHalf;
    }

    public void append(BigInteger unscaled) {
        append(unscaled.shiftRight(64).longValueExact(), unscaled.longValue());
    }

    @Override
    void spreadValues(int from, boolean[] isNull, int count, int found) {
        if (from + count > high.length) {
            int length = grown(high.length, from + count);
            high = Arrays.copyOf(high, length);
            low = Arrays.copyOf(low, length);
        }
        int at = from + found;
        for (int i = count - 1; i >= 0; i--) {
            if (!isNull[i]) {
                high[from + i] = high[--at];
                low[from + i] = low[at];
            }
        }
    }

    @Override
    void appendDefault() {
        append(0, 0);
    }

    @Override
    void appendValueFrom(ColumnVector from, int row) {
        DecimalVector other = (DecimalVector) from;
        append(other.high[row], other.low[row]);
    }

    @Override
    void appendValuesFrom(ColumnVector from, int[] rows, int count) {
        if (size + count > high.length) {
            int length = grown(high.length, size + count);
            high = Arrays.copyOf(high, length);
            low = Arrays.copyOf(low, length);
        }
        DecimalVector other = (DecimalVector) from;
        for (int i = 0; i < count; i++) {
            high[size + i] = other.high[rows[i]];
            low[size + i] = other.low[rows[i]];
        }
        size += count;
    }

    @Override
    public long valueBytes() {
        return 16L * size;
    }

    @Override
    long arrayBytes() {
        return 16L * high.length;
    }
}
