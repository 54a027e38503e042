package dev.tidemark.orc;

import java.io.IOException;

/// Runs as Hive writes them from 0.12 on ("Integer Run Length Encoding, version 2").
final class SecondRuns extends Integers {

    /// Numbers of up to 64 bits, and what a read of eight bytes may touch behind them.
    private static final int SCRATCH = MOST_IN_RUN * 8 + 8;

    private static final int LEAST_REPEAT = 3;

    private final byte[] scratch = new byte[SCRATCH];
    private final long[] patches = new long[32];

    SecondRuns(OrcStream in, boolean signed) {
        super(in, signed);
    }

    @Override
    int nextRun() throws IOException {
        int first = in.readByte();
        return switch (first >>> 6) {
            case 0 -> shortRepeat(first);
            case 1 -> direct(first);
            case 2 -> patched(first);
            default -> delta(first);
        };
    }

    private int shortRepeat(int first) throws IOException {
        long value = bigEndian((first >>> 3 & 7) + 1);
        int count = (first & 7) + LEAST_REPEAT;
        fill(signed ? OrcStream.signed(value) : value, count);
        return count;
    }

    private int direct(int first) throws IOException {
        int width = width(first >>> 1 & 0x1F);
        int count = ((first & 1) << 8 | in.readByte()) + 1;
        unpack(width, run, 0, count);
        if (signed) {
            for (int i = 0; i < count; i++) {
                run[i] = OrcStream.signed(run[i]);
            }
        }
        return count;
    }

    private int patched(int first) throws IOException {
        int width = width(first >>> 1 & 0x1F);
        int count = ((first & 1) << 8 | in.readByte()) + 1;
        int third = in.readByte();
        int fourth = in.readByte();
        int baseBytes = (third >>> 5) + 1;
        int patchWidth = width(third & 0x1F);
        int gapWidth = (fourth >>> 5) + 1;
        int patchCount = fourth & 0x1F;
        if (patchWidth + gapWidth > 64) {
            throw in.place().damaged("a run of its numbers has patches of " + (patchWidth + gapWidth) + " bits");
        }
        long base = bigEndian(baseBytes);
        long sign = 1L << (baseBytes * 8 - 1);
        if ((base & sign) != 0) {
            base = -(base & ~sign);
        }
        unpack(width, run, 0, count);
        unpack(fixed(patchWidth + gapWidth), patches, 0, patchCount);
        int place = 0;
        for (int i = 0; i < patchCount; i++) {
            long patch = patchWidth == 64 ? patches[i] : patches[i] & (1L << patchWidth) - 1;
            place += (int) (patches[i] >>> patchWidth);
            if (place >= count) {
                throw in.place().damaged("a run of its numbers has a patch behind its end");
            }
            if (width < 64) {
                run[place] |= patch << width;
            }
        }
        for (int i = 0; i < count; i++) {
            run[i] += base;
        }
        return count;
    }

    private int delta(int first) throws IOException {
        int code = first >>> 1 & 0x1F;
        int count = ((first & 1) << 8 | in.readByte()) + 1;
        long base = in.readVarint();
        if (signed) {
            base = OrcStream.signed(base);
        }
        long delta = OrcStream.signed(in.readVarint());
        run[0] = base;
        if (code == 0) {
            for (int i = 1; i < count; i++) {
                run[i] = run[i - 1] + delta;
            }
            return count;
        }
        if (count > 1) {
            run[1] = base + delta;
        }
        if (count > 2) {
            unpack(width(code), run, 2, count - 2);
            long last = run[1];
            for (int i = 2; i < count; i++) {
                last += delta < 0 ? -run[i] : run[i];
                run[i] = last;
            }
        }
        return count;
    }

    private long bigEndian(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | in.readByte();
        }
        return value;
    }

    /// Bits that the five of a header stand for.
    private static int width(int code) {
        return code < 24
                ? code + 1
                : switch (code) {
                    case 24 -> 26;
                    case 25 -> 28;
                    case 26 -> 30;
                    case 27 -> 32;
                    case 28 -> 40;
                    case 29 -> 48;
                    case 30 -> 56;
                    default -> 64;
                };
    }

    /// The least of the widths above that has so many bits.
    static int fixed(int bits) {
        if (bits <= 24) {
            return Math.max(1, bits);
        }
        if (bits <= 32) {
            return bits + (bits & 1);
        }
        return bits + 7 & ~7;
    }

    /// Numbers of `width` bits, highest first, close together.
    private void unpack(int width, long[] to, int from, int count) throws IOException {
        int bytes = (int) (((long) width * count + 7) >>> 3);
        byte[] source;
        int start;
        if (in.limit - in.at >= bytes && in.bytes.length - in.at >= bytes + 8) {
            source = in.bytes;
            start = in.at;
            in.at += bytes;
        } else {
            in.readFully(scratch, 0, bytes);
            source = scratch;
            start = 0;
        }
        if (width == 64) {
            for (int i = 0; i < count; i++) {
                to[from + i] = (long) OrcStream.BIG_LONGS.get(source, start + 8 * i);
            }
            return;
        }
        // A number of at most 56 bits lies within eight bytes, wherever in the first of them it begins.
        int shift = 64 - width;
        int bit = 0;
        for (int i = 0; i < count; i++) {
            long eight = (long) OrcStream.BIG_LONGS.get(source, start + (bit >>> 3));
            to[from + i] = eight << (bit & 7) >>> shift;
            bit += width;
        }
    }
}
