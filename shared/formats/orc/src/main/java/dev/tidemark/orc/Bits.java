package dev.tidemark.orc;

import java.io.IOException;

/// The bits of a stream, highest of each byte first.
final class Bits {

    private final ByteRuns bytes;
    private int current;
    private int left;

    Bits(OrcStream in) {
        this.bytes = new ByteRuns(in);
    }

    boolean next() throws IOException {
        if (left == 0) {
            current = bytes.next();
            left = 8;
        }
        left--;
        return (current >>> left & 1) != 0;
    }
}
