package dev.tidemark.parquet;

import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Bytes that grow at the end; numbers little-endian, as Parquet has them. Kept and reused.
final class ByteBuilder extends OutputStream {

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[1024];
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

    void putInt(int value) {
        INTS.set(reserve(4), size, value);
        size += 4;
    }

    void setInt(int at, int value) {
        INTS.set(bytes, at, value);
    }

    /// An unsigned LEB128 number.
    void putVarint(int value) {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            write((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        write(rest);
    }

    @Override
    public void write(int value) {
        reserve(1)[size++] = (byte) value;
    }

    @Override
    public void write(byte[] from, int start, int length) {
        System.arraycopy(from, start, reserve(length), size, length);
        size += length;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }
}
