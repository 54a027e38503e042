package dev.tidemark.orc;

import java.io.IOException;

/// Whole numbers in runs of the second kind ([SecondRuns]): repeats, steps of one size, rising or falling numbers as
/// differences, others as they are. Patches, the fourth way, are left to compression.
final class RunsWriter {

    private static final int LEAST_REPEAT = 3;
    private static final int MOST_SHORT_REPEAT = 10;

    private final ByteBuilder out = new ByteBuilder();

    /// Writes `values[0..count)`, which it may change, as runs of their own.
    ///
    /// @param count at most [Integers#MOST_IN_RUN]
    void write(long[] values, int count, boolean signed, StreamWriter stream) throws IOException {
        out.clear();
        int at = 0;
        while (at < count) {
            int repeats = repeats(values, at, count);
            if (repeats >= LEAST_REPEAT) {
                repeat(values[at], repeats, signed);
                at += repeats;
                continue;
            }
            int end = at + repeats;
            while (end < count) {
                int more = repeats(values, end, count);
                if (more > MOST_SHORT_REPEAT) {
                    break;
                }
                end += more;
            }
            run(values, at, end, signed);
            at = end;
        }
        stream.write(out);
    }

    private static int repeats(long[] values, int from, int count) {
        int at = from + 1;
        while (at < count && values[at] == values[from]) {
            at++;
        }
        return at - from;
    }

    private void repeat(long value, int count, boolean signed) {
        long stored = signed ? zigzag(value) : value;
        if (count <= MOST_SHORT_REPEAT) {
            int bytes = Math.max(1, (bits(stored) + 7) >>> 3);
            out.write(((bytes - 1) << 3) | (count - LEAST_REPEAT));
            for (int i = bytes - 1; i >= 0; i--) {
                out.write((int) (stored >>> (8 * i)));
            }
            return;
        }
        header(3, 0, count);
        out.writeVarint(stored);
        out.writeVarint(0);
    }

    private void run(long[] values, int from, int to, boolean signed) {
        int count = to - from;
        long all = 0;
        for (int i = from; i < to; i++) {
            all |= signed ? zigzag(values[i]) : values[i];
        }
        int direct = bits(all);
        if (count < LEAST_REPEAT || !steps(values, from, to, direct, signed)) {
            if (signed) {
                for (int i = from; i < to; i++) {
                    values[i] = zigzag(values[i]);
                }
            }
            int width = SecondRuns.fixed(direct);
            header(1, code(width), count);
            pack(values, from, to, width);
        }
    }

    /// As differences, where these are shorter and all of one sign.
    private boolean steps(long[] values, int from, int to, int direct, boolean signed) {
        long first = values[from + 1] - values[from];
        long steps = 0;
        boolean equal = true;
        for (int i = from + 1; i < to; i++) {
            long step = values[i] - values[i - 1];
            boolean overflows = ((values[i] ^ values[i - 1]) & (values[i] ^ step)) < 0;
            if (overflows || (first < 0 ? step > 0 : step < 0)) {
                return false;
            }
            equal &= step == first;
            steps |= i == from + 1 ? 0 : Math.abs(step);
        }
        // One bit cannot be said: its code means that all steps are equal.
        int width = SecondRuns.fixed(Math.max(2, bits(steps)));
        int count = to - from;
        if (steps < 0 || (!equal && width >= SecondRuns.fixed(direct))) {
            return false;
        }
        header(3, equal ? 0 : code(width), count);
        out.writeVarint(signed ? zigzag(values[from]) : values[from]);
        out.writeVarint(zigzag(first));
        if (!equal) {
            // Backwards, for each step needs the value before it.
            for (int i = to - 1; i > from + 1; i--) {
                values[i] = Math.abs(values[i] - values[i - 1]);
            }
            pack(values, from + 2, to, width);
        }
        return true;
    }

    private void header(int kind, int code, int count) {
        out.write((kind << 6) | (code << 1) | ((count - 1) >>> 8));
        out.write(count - 1);
    }

    private static int bits(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }

    static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    private static int code(int width) {
        return width <= 24
                ? width - 1
                : switch (width) {
                    case 26 -> 24;
                    case 28 -> 25;
                    case 30 -> 26;
                    case 32 -> 27;
                    case 40 -> 28;
                    case 48 -> 29;
                    case 56 -> 30;
                    default -> 31;
                };
    }

    private void pack(long[] values, int from, int to, int width) {
        byte[] room = out.reserve((int) (((long) width * (to - from) + 7) >>> 3) + 8);
        int at = out.size();
        if ((width & 7) == 0) {
            for (int i = from; i < to; i++) {
                for (int shift = width - 8; shift >= 0; shift -= 8) {
                    room[at++] = (byte) (values[i] >>> shift);
                }
            }
            out.advance(at - out.size());
            return;
        }
        // Widths that are no whole bytes are 30 at most: what is left of a byte and one more number fit a long.
        long pending = 0;
        int bits = 0;
        for (int i = from; i < to; i++) {
            pending = pending << width | values[i];
            bits += width;
            while (bits >= 8) {
                bits -= 8;
                room[at++] = (byte) (pending >>> bits);
            }
        }
        if (bits > 0) {
            room[at++] = (byte) (pending << (8 - bits));
        }
        out.advance(at - out.size());
    }
}
