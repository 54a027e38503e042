package dev.tidemark.orc;

import java.io.IOException;

/// Bytes, and bits as bytes, in runs ([ByteRuns], [Bits]).
final class ByteRunsWriter {

    private static final int LEAST_RUN = 3;
    private static final int MOST_RUN = 130;
    private static final int MOST_LITERALS = 128;

    /// Bytes that no run was written of.
    private final byte[] literals = new byte[MOST_LITERALS];

    private int count;
    /// How many of the last literals are equal.
    private int equal;

    private int bits;
    private int bitCount;

    void begin() {
        count = 0;
        equal = 0;
        bits = 0;
        bitCount = 0;
    }

    void write(byte value, StreamWriter stream) throws IOException {
        if (equal >= LEAST_RUN && count == 0) {
            // In a run, of which `literals[0]` is the value.
            if (value == literals[0] && equal < MOST_RUN) {
                equal++;
                return;
            }
            endRun(stream);
        }
        equal = count > 0 && literals[count - 1] == value ? equal + 1 : 1;
        literals[count++] = value;
        if (equal == LEAST_RUN) {
            count -= LEAST_RUN;
            endLiterals(stream);
            literals[0] = value;
            equal = LEAST_RUN;
        } else if (count == MOST_LITERALS) {
            endLiterals(stream);
        }
    }

    private void endRun(StreamWriter stream) throws IOException {
        stream.write(equal - LEAST_RUN);
        stream.write(literals[0]);
        equal = 0;
    }

    private void endLiterals(StreamWriter stream) throws IOException {
        if (count > 0) {
            stream.write(-count);
            stream.write(literals, 0, count);
            count = 0;
        }
        equal = 0;
    }

    void writeBit(boolean value, StreamWriter stream) throws IOException {
        bits = bits << 1 | (value ? 1 : 0);
        if (++bitCount == 8) {
            write((byte) bits, stream);
            bits = 0;
            bitCount = 0;
        }
    }

    /// Ends the run, so that a group of rows can begin.
    void mark(StreamWriter stream, Positions positions) throws IOException {
        endBytes(stream);
        stream.mark(positions);
        positions.add(0);
    }

    /// As [#mark(StreamWriter, Positions)], where what is begun of a byte belongs to two groups.
    void markBits(StreamWriter stream, Positions positions) throws IOException {
        mark(stream, positions);
        positions.add(bitCount);
    }

    private void endBytes(StreamWriter stream) throws IOException {
        if (count == 0 && equal >= LEAST_RUN) {
            endRun(stream);
        } else {
            endLiterals(stream);
        }
    }

    void end(StreamWriter stream) throws IOException {
        if (bitCount > 0) {
            write((byte) (bits << (8 - bitCount)), stream);
            bitCount = 0;
            bits = 0;
        }
        endBytes(stream);
    }
}
