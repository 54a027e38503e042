package dev.tidemark.orc;

/// Blocks of LZO1X, after the description of its stream in the Linux kernel
/// (<https://www.kernel.org/doc/html/latest/staging/lzo.html>).
final class Lzo {

    private Lzo() {}

    /// Fills `to` with what the block `from[start..end)` is, at most `most` bytes.
    ///
    /// @return how many there were; -1 when it is no such block
    static int decompress(byte[] from, int start, int end, byte[] to, int most) {
        Block block = new Block(from, start, end, to, most);
        try {
            return block.decompress();
        } catch (ArrayIndexOutOfBoundsException cut) {
            return -1;
        }
    }

    private static final class Block {

        private final byte[] from;
        private final int end;
        private final byte[] to;
        private final int most;
        private int at;
        private int out;
        /// Literals behind the last match, 0 to 3; 4 after a run of literals.
        private int state;

        Block(byte[] from, int at, int end, byte[] to, int most) {
            this.from = from;
            this.at = at;
            this.end = end;
            this.to = to;
            this.most = most;
        }

        int decompress() {
            int first = peek();
            if (first > 17) {
                at++;
                int literals = first - 17;
                state = literals < 4 ? literals : 4;
                if (!literals(literals)) {
                    return -1;
                }
            }
            while (true) {
                int code = next();
                boolean right;
                if (code >= 64) {
                    int distance = (next() << 3) + (code >> 2 & 7) + 1;
                    right = match(distance, (code >> 5) + 1, code & 3);
                } else if (code >= 32) {
                    int length = (code & 31) == 0 ? extended(31) : code & 31;
                    int low = next();
                    int distance = (next() << 6) + (low >> 2) + 1;
                    right = match(distance, length + 2, low & 3);
                } else if (code >= 16) {
                    int length = (code & 7) == 0 ? extended(7) : code & 7;
                    int low = next();
                    int distance = ((code & 8) << 11) + (next() << 6) + (low >> 2);
                    if (distance == 0) {
                        return at == end ? out : -1;
                    }
                    right = match(distance + 16_384, length + 2, low & 3);
                } else {
                    right = shortCode(code);
                }
                if (!right) {
                    return -1;
                }
            }
        }

        /// Codes below 16 mean what the code before them leaves.
        private boolean shortCode(int code) {
            if (state == 0) {
                int literals = (code == 0 ? extended(15) : code) + 3;
                state = 4;
                return literals(literals);
            }
            int distance = (next() << 2) + (code >> 2) + 1;
            return state == 4 ? match(distance + 2048, 3, code & 3) : match(distance, 2, code & 3);
        }

        private int extended(int base) {
            long length = base;
            int more = next();
            while (more == 0) {
                length += 255;
                more = next();
            }
            return (int) Math.min(1 << 30, length + more);
        }

        private boolean match(int distance, int length, int literals) {
            if (distance > out || length > most - out) {
                return false;
            }
            Lz4.copy(to, out - distance, out, length);
            out += length;
            state = literals;
            return literals(literals);
        }

        private boolean literals(int count) {
            if (count > end - at || count > most - out) {
                return false;
            }
            System.arraycopy(from, at, to, out, count);
            at += count;
            out += count;
            return true;
        }

        private int next() {
            int value = peek();
            at++;
            return value;
        }

        private int peek() {
            if (at >= end) {
                throw new ArrayIndexOutOfBoundsException(at);
            }
            return from[at] & 0xFF;
        }
    }
}
