package dev.tidemark.orc;

import java.util.Arrays;

/// Bytes that grow at the end. Kept and reused.
final class ByteBuilder {

    private byte[] bytes = new byte[256];
    private int size;

    /// The array behind the builder. Replaced when it grows.
    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /// Forgets all bytes, and gives the room for more than `most` back.
    void clear(int most) {
        size = 0;
        if (bytes.length > most) {
            bytes = new byte[256];
        }
    }

    /// Makes room for `more` bytes from [#size()] on; then [#advance(int)].
    byte[] reserve(int more) {
        long needed = (long) size + more;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, bytes.length * 2L)));
        }
        return bytes;
    }

    void advance(int written) {
        size += written;
    }

    void write(int value) {
        reserve(1)[size++] = (byte) value;
    }

    void write(byte[] from, int start, int length) {
        System.arraycopy(from, start, reserve(length), size, length);
        size += length;
    }

    void write(ByteBuilder other) {
        write(other.bytes, 0, other.size);
    }

    /// Seven bits a byte, lowest first.
    void writeVarint(long value) {
        byte[] room = reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            room[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        room[size++] = (byte) rest;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }
}
