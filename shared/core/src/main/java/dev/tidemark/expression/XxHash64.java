package dev.tidemark.expression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// XXH64 (https://github.com/Cyan4973/xxHash), and Spark's short forms of it for one int and one long.
public final class XxHash64 {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private XxHash64() {}

    public static long ofInt(int value, long seed) {
        return mixed(withInt(seed + PRIME_5 + 4, value));
    }

    public static long ofLong(long value, long seed) {
        return mixed(withLong(seed + PRIME_5 + 8, value));
    }

    public static long ofBytes(byte[] bytes, int start, int length, long seed) {
        int at = start;
        int end = start + length;
        long hash;
        if (length >= 32) {
            long v1 = seed + PRIME_1 + PRIME_2;
            long v2 = seed + PRIME_2;
            long v3 = seed;
            long v4 = seed - PRIME_1;
            for (; at <= end - 32; at += 32) {
                v1 = round(v1, (long) LONGS.get(bytes, at));
                v2 = round(v2, (long) LONGS.get(bytes, at + 8));
                v3 = round(v3, (long) LONGS.get(bytes, at + 16));
                v4 = round(v4, (long) LONGS.get(bytes, at + 24));
            }
            hash = Long.rotateLeft(v1, 1) + Long.rotateLeft(v2, 7) + Long.rotateLeft(v3, 12) + Long.rotateLeft(v4, 18);
            hash = merged(merged(merged(merged(hash, v1), v2), v3), v4);
        } else {
            hash = seed + PRIME_5;
        }
        hash += length;
        for (; at <= end - 8; at += 8) {
            hash = withLong(hash, (long) LONGS.get(bytes, at));
        }
        if (at <= end - 4) {
            hash = withInt(hash, (int) INTS.get(bytes, at));
            at += 4;
        }
        for (; at < end; at++) {
            hash ^= (bytes[at] & 0xFF) * PRIME_5;
            hash = Long.rotateLeft(hash, 11) * PRIME_1;
        }
        return mixed(hash);
    }

    private static long round(long state, long value) {
        return Long.rotateLeft(state + value * PRIME_2, 31) * PRIME_1;
    }

    private static long merged(long hash, long state) {
        return (hash ^ round(0, state)) * PRIME_1 + PRIME_4;
    }

    private static long withLong(long hash, long value) {
        return Long.rotateLeft(hash ^ round(0, value), 27) * PRIME_1 + PRIME_4;
    }

    private static long withInt(long hash, int value) {
        return Long.rotateLeft(hash ^ ((value & 0xFFFFFFFFL) * PRIME_1), 23) * PRIME_2 + PRIME_3;
    }

    private static long mixed(long state) {
        long hash = state;
        hash = (hash ^ (hash >>> 33)) * PRIME_2;
        hash = (hash ^ (hash >>> 29)) * PRIME_3;
        return hash ^ (hash >>> 32);
    }
}
