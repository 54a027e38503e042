package dev.tidemark.orc;

import java.io.IOException;
import java.util.Arrays;

/// The bytes of a stream, which holds them in runs ("Byte Run Length Encoding").
final class ByteRuns {

    private static final int LEAST_RUN = 3;

    private final OrcStream in;
    private int left;
    private boolean repeats;
    private byte repeated;

    ByteRuns(OrcStream in) {
        this.in = in;
    }

    Place place() {
        return in.place();
    }

    byte next() throws IOException {
        if (left == 0) {
            nextRun();
        }
        left--;
        return repeats ? repeated : (byte) in.readByte();
    }

    /// Fills `to[0..count)`.
    void read(byte[] to, int count) throws IOException {
        int done = 0;
        while (done < count) {
            if (left == 0) {
                nextRun();
            }
            int piece = Math.min(left, count - done);
            if (repeats) {
                Arrays.fill(to, done, done + piece, repeated);
            } else {
                in.readFully(to, done, piece);
            }
            left -= piece;
            done += piece;
        }
    }

    private void nextRun() throws IOException {
        int control = in.readByte();
        repeats = control < 0x80;
        if (repeats) {
            left = control + LEAST_RUN;
            repeated = (byte) in.readByte();
        } else {
            left = 0x100 - control;
        }
    }
}
