package dev.tidemark.parquet;

import java.util.Arrays;

/// Values on their way from a page to a vector, as the file stores them: numbers in arrays, everything else as
/// places in bytes. Reused.
final class Scratch {

    /// BOOLEAN as 0 and 1, INT32, the bits of FLOAT.
    int[] ints = new int[0];
    /// INT64, the bits of DOUBLE.
    long[] longs = new long[0];
    /// What BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY and INT96 values lie in.
    byte[] source = new byte[0];

    int[] starts = new int[0];
    int[] lengths = new int[0];

    int[] ints(int count) {
        if (ints.length < count) {
            ints = Arrays.copyOf(ints, count);
        }
        return ints;
    }

    long[] longs(int count) {
        if (longs.length < count) {
            longs = Arrays.copyOf(longs, count);
        }
        return longs;
    }

    void slices(byte[] bytes, int count) {
        source = bytes;
        if (starts.length < count) {
            starts = new int[count];
            lengths = new int[count];
        }
    }
}
