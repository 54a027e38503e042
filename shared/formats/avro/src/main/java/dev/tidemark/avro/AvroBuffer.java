package dev.tidemark.avro;

import java.util.Arrays;

/// A buffer that Avro's binary encoding is written to.
final class AvroBuffer {

    private static final int FIRST_BYTES = 4096;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int capacity() {
        return bytes.length;
    }

    void clear() {
        length = 0;
    }

    /// Forgets what was written and gives its memory back.
    void drop() {
        length = 0;
        bytes = new byte[FIRST_BYTES];
    }

    private void reserve(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), (int)
                    Math.min(Integer.MAX_VALUE - 16, bytes.length * 2L)));
        }
    }

    void writeByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    void writeLong(long value) {
        reserve(10);
        long left = (value << 1) ^ (value >> 63);
        while ((left & ~0x7FL) != 0) {
            bytes[length++] = (byte) ((left & 0x7F) | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
    }

    void writeFloat(float value) {
        reserve(4);
        int bits = Float.floatToRawIntBits(value);
        for (int i = 0; i < 4; i++) {
            bytes[length++] = (byte) (bits >>> (8 * i));
        }
    }

    void writeDouble(double value) {
        reserve(8);
        long bits = Double.doubleToRawLongBits(value);
        for (int i = 0; i < 8; i++) {
            bytes[length++] = (byte) (bits >>> (8 * i));
        }
    }

    void writeSized(byte[] from, int start, int count) {
        writeLong(count);
        write(from, start, count);
    }

    void write(byte[] from, int start, int count) {
        reserve(count);
        System.arraycopy(from, start, bytes, length, count);
        length += count;
    }
}
