package dev.tidemark.orc;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.LongVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Columns of decimals, each of which has a scale of its own in a file.
final class Decimals extends Column.Single {

    private static final int LONG_DIGITS = 18;
    /// Between the scale of a value and that of its column; more is no number that anybody means.
    private static final int MOST_SHIFT = 128;
    private static final long[] POWERS = new long[LONG_DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private final DataType.Decimal type;
    private final BigInteger bound;
    private final BigInteger least;
    private @Nullable OrcStream data;
    private @Nullable Integers scales;
    /// The last number that was read: these bits, low and high.
    private long low;

    private long high;

    Decimals(Node node, Place file) {
        super(node, file);
        this.type = (DataType.Decimal) node.type();
        this.bound = BigInteger.TEN.pow(type.precision());
        this.least = bound.negate();
    }

    @Override
    void openValues(Stripe stripe) {
        data = stripe.stream(node, StripeFooter.DATA, place);
        scales = Integers.of(
                stripe.stream(node, StripeFooter.SECONDARY, place),
                true,
                stripe.encoding(node, place).second());
    }

    @Override
    void append(ColumnVector to, int count) throws IOException {
        OrcStream from = Objects.requireNonNull(data);
        long[] scale = Objects.requireNonNull(scales).read(count);
        if (to instanceof LongVector longs) {
            longs(from, scale, longs, count);
            return;
        }
        DecimalVector decimals = (DecimalVector) to;
        for (int i = 0; i < count; i++) {
            read(from);
            if (scale[i] == type.scale() && high == low >> 63) {
                decimals.append(high, low);
            } else {
                decimals.append(rescaled(scale[i], i));
            }
        }
    }

    private void longs(OrcStream from, long[] scale, LongVector to, int count) throws IOException {
        long[] room = to.reserve(count);
        int at = to.size();
        long most = POWERS[type.precision()];
        for (int i = 0; i < count; i++) {
            read(from);
            long missing = type.scale() - scale[i];
            long value = low;
            if (missing > 0 && missing <= LONG_DIGITS && high == low >> 63) {
                value = low * POWERS[(int) missing];
                if (Math.multiplyHigh(low, POWERS[(int) missing]) != value >> 63) {
                    value = rescaled(scale[i], i).longValueExact();
                }
            } else if (missing != 0 || high != low >> 63) {
                value = rescaled(scale[i], i).longValueExact();
            }
            if (value >= most || value <= -most) {
                value = tooLong(BigInteger.valueOf(low), scale[i], i).longValueExact();
            }
            room[at + i] = value;
        }
        to.advance(count);
    }

    /// The number of the column's scale; 0 for one that it cannot hold, which is bad.
    private BigInteger rescaled(long scale, int place) {
        BigInteger read = BigInteger.valueOf(high).shiftLeft(64).add(new BigInteger(1, bytes(low)));
        BigInteger value = read;
        long missing = type.scale() - scale;
        if (Math.abs(missing) > MOST_SHIFT) {
            return tooLong(read, scale, place);
        }
        if (missing >= 0) {
            value = value.multiply(BigInteger.TEN.pow((int) missing));
        } else {
            BigInteger[] parts = value.divideAndRemainder(BigInteger.TEN.pow((int) -missing));
            if (parts[1].signum() != 0) {
                return tooLong(read, scale, place);
            }
            value = parts[0];
        }
        return value.compareTo(bound) >= 0 || value.compareTo(least) <= 0 ? tooLong(read, scale, place) : value;
    }

    private static byte[] bytes(long value) {
        byte[] bytes = new byte[8];
        OrcStream.BIG_LONGS.set(bytes, 0, value);
        return bytes;
    }

    private BigInteger tooLong(BigInteger unscaled, long scale, int place) {
        String number = Math.abs(scale) > MOST_SHIFT
                ? unscaled + "e" + -scale
                : new BigDecimal(unscaled, (int) scale).toPlainString();
        bad.add(place, "the number " + number + " has too many digits for " + type);
        return BigInteger.ZERO;
    }

    /// A number of seven bits a byte, lowest first, up to 128 bits; the lowest of all is its sign.
    private void read(OrcStream from) throws IOException {
        long first = 0;
        long second = 0;
        int shift = 0;
        int next;
        do {
            next = from.readByte();
            long seven = next & 0x7F;
            if (shift < 64) {
                first |= seven << shift;
                if (shift > 57) {
                    second |= seven >>> (64 - shift);
                }
            } else if (shift < 128) {
                second |= seven << (shift - 64);
            } else {
                throw place.damaged("it has a number of more than 128 bits");
            }
            shift += 7;
        } while (next >= 0x80);
        long sign = -(first & 1);
        low = (first >>> 1 | second << 63) ^ sign;
        high = second >>> 1 ^ sign;
    }
}
