package dev.tidemark.avro;

import dev.tidemark.data.BytesVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Avro's binary encoding in one decompressed block. Never reads beyond its end.
final class AvroBytes {

    /// Values without a byte that arrays and maps of one record may have: each takes memory all the same.
    static final int MOST_EMPTY = 65_536;

    private byte[] bytes = new byte[0];
    private int position;
    private int end;
    private int emptyLeft = MOST_EMPTY;

    void reset(byte[] block, int length) {
        bytes = block;
        position = 0;
        end = length;
    }

    void beginRecord() {
        emptyLeft = MOST_EMPTY;
    }

    /// Counts values that are in the record and have no byte.
    void empty(int values) {
        if (values > emptyLeft) {
            throw new DamagedBlockException(
                    "arrays and maps of one record have more than " + MOST_EMPTY + " items without a byte");
        }
        emptyLeft -= values;
    }

    /// The most items that can follow.
    long mostItems() {
        return (long) remaining() + emptyLeft;
    }

    int position() {
        return position;
    }

    int remaining() {
        return end - position;
    }

    private void need(int count) {
        if (count < 0 || count > end - position) {
            throw new DamagedBlockException("a value goes on beyond the end of its block");
        }
    }

    boolean readBoolean() {
        need(1);
        byte value = bytes[position++];
        if (value != 0 && value != 1) {
            throw new DamagedBlockException("a boolean is neither 0 nor 1");
        }
        return value == 1;
    }

    int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw new DamagedBlockException("an int has more than 32 bits");
        }
        return (int) value;
    }

    long readLong() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            need(1);
            byte next = bytes[position++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                if (shift == 63 && next > 1) {
                    break;
                }
                return (value >>> 1) ^ -(value & 1);
            }
        }
        throw new DamagedBlockException("a number has more than 64 bits");
    }

    float readFloat() {
        need(4);
        int bits = 0;
        for (int i = 3; i >= 0; i--) {
            bits = bits << 8 | (bytes[position + i] & 0xFF);
        }
        position += 4;
        return Float.intBitsToFloat(bits);
    }

    double readDouble() {
        need(8);
        long bits = 0;
        for (int i = 7; i >= 0; i--) {
            bits = bits << 8 | (bytes[position + i] & 0xFF);
        }
        position += 8;
        return Double.longBitsToDouble(bits);
    }

    /// The length of the bytes or text that come next.
    int readLength() {
        long length = readLong();
        if (length < 0 || length > end - position) {
            throw new DamagedBlockException("a value goes on beyond the end of its block");
        }
        return (int) length;
    }

    void append(int length, BytesVector out) {
        need(length);
        out.append(bytes, position, length);
        position += length;
    }

    byte[] take(int length) {
        need(length);
        byte[] taken = new byte[length];
        System.arraycopy(bytes, position, taken, 0, length);
        position += length;
        return taken;
    }

    /// The next `length` bytes, a signed number with the highest first, in as few as hold it; null where these are more
    /// than `most`.
    byte @Nullable [] takeSigned(int length, int most) {
        need(length);
        int start = position;
        position += length;
        while (start + 1 < position && bytes[start] == bytes[start + 1] >> 7) {
            start++;
        }
        return position - start > most ? null : Arrays.copyOfRange(bytes, start, position);
    }

    void skip(long length) {
        if (length < 0 || length > end - position) {
            throw new DamagedBlockException("a value goes on beyond the end of its block");
        }
        position += (int) length;
    }

    /// Whether the next `length` bytes are text.
    boolean isUtf8(int length) {
        need(length);
        for (int i = position; i < position + length; i++) {
            if (bytes[i] < 0) {
                return Utf8.isValid(bytes, i, position + length - i);
            }
        }
        return true;
    }
}
