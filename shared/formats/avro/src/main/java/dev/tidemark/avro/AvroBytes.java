package dev.tidemark.avro;

import dev.tidemark.data.BytesVector;

/// Avro's binary encoding in one decompressed block. Never reads beyond its end.
final class AvroBytes {

    private byte[] bytes = new byte[0];
    private int position;
    private int end;

    void reset(byte[] block, int length) {
        bytes = block;
        position = 0;
        end = length;
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
