package dev.tidemark.parquet;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.expression.XxHash64;
import java.util.OptionalLong;
import org.apache.parquet.format.Type;

/// A split block bloom filter: blocks of 256 bits, in each of which a value has eight.
///
/// Source: <https://github.com/apache/parquet-format/blob/master/BloomFilter.md>.
final class BloomFilter {

    static final int BLOCK_BYTES = 32;
    /// Of the specification.
    private static final int MOST_BYTES = 128 << 20;

    private static final int[] SALT = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    private final byte[] bits;
    private final int from;
    private final int blocks;

    /// @param from  where the blocks begin in `bits`
    /// @param bytes of all blocks
    BloomFilter(byte[] bits, int from, int bytes) {
        this.bits = bits;
        this.from = from;
        this.blocks = bytes / BLOCK_BYTES;
    }

    /// For so many distinct values and a chance of `wrong` to answer yes for another one, as far as `most` bytes allow.
    static BloomFilter sized(long distinct, double wrong, long most) {
        double bitsWanted = -8 * distinct / Math.log(1 - Math.pow(wrong, 1.0 / 8));
        long bytes = BLOCK_BYTES;
        while (bytes < bitsWanted / 8 && bytes * 2 <= most) {
            bytes *= 2;
        }
        return new BloomFilter(new byte[(int) bytes], 0, (int) bytes);
    }

    static boolean isSize(int bytes) {
        return bytes >= BLOCK_BYTES && bytes <= MOST_BYTES && bytes % BLOCK_BYTES == 0;
    }

    byte[] bits() {
        return bits;
    }

    boolean mayContain(long hash) {
        int block = block(hash);
        for (int word = 0; word < SALT.length; word++) {
            if (((int) ByteBuilder.INTS.get(bits, block + word * 4) & bit(hash, word)) == 0) {
                return false;
            }
        }
        return true;
    }

    void add(long hash) {
        int block = block(hash);
        for (int word = 0; word < SALT.length; word++) {
            int place = block + word * 4;
            ByteBuilder.INTS.set(bits, place, (int) ByteBuilder.INTS.get(bits, place) | bit(hash, word));
        }
    }

    private int block(long hash) {
        return from + (int) (((hash >>> 32) * blocks) >>> 32) * BLOCK_BYTES;
    }

    private static int bit(long hash, int word) {
        return 1 << (((int) hash * SALT[word]) >>> 27);
    }

    /// The hash of a value as it is stored; empty where equal values may be stored as different ones (0.0 and -0.0,
    /// NaNs) or nothing is known of how they are.
    ///
    /// @param physical how the column is stored
    static OptionalLong hash(ColumnVector values, int row, Type physical) {
        return switch (values) {
            case IntVector ints ->
                physical == Type.INT32
                        ? OptionalLong.of(XxHash64.ofInt(ints.get(row), 0))
                        : physical == Type.INT64
                                ? OptionalLong.of(XxHash64.ofLong(ints.get(row), 0))
                                : OptionalLong.empty();
            case LongVector longs ->
                physical == Type.INT64
                        ? OptionalLong.of(XxHash64.ofLong(longs.get(row), 0))
                        : physical == Type.INT32 && longs.get(row) == (int) longs.get(row)
                                ? OptionalLong.of(XxHash64.ofInt((int) longs.get(row), 0))
                                : OptionalLong.empty();
            case FloatVector floats ->
                physical != Type.FLOAT || floats.get(row) == 0 || Float.isNaN(floats.get(row))
                        ? OptionalLong.empty()
                        : OptionalLong.of(XxHash64.ofInt(Float.floatToRawIntBits(floats.get(row)), 0));
            case DoubleVector doubles ->
                physical != Type.DOUBLE || doubles.get(row) == 0 || Double.isNaN(doubles.get(row))
                        ? OptionalLong.empty()
                        : OptionalLong.of(XxHash64.ofLong(Double.doubleToRawLongBits(doubles.get(row)), 0));
            case BytesVector bytes ->
                physical == Type.BYTE_ARRAY || physical == Type.FIXED_LEN_BYTE_ARRAY
                        ? OptionalLong.of(XxHash64.ofBytes(bytes.bytes(), bytes.start(row), bytes.length(row), 0))
                        : OptionalLong.empty();
            default -> OptionalLong.empty();
        };
    }
}
