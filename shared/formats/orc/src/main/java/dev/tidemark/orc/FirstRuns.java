package dev.tidemark.orc;

import java.io.IOException;

/// Runs as Hive 0.11 wrote them ("Integer Run Length Encoding, version 1").
final class FirstRuns extends Integers {

    private static final int LEAST_RUN = 3;

    FirstRuns(OrcStream in, boolean signed) {
        super(in, signed);
    }

    @Override
    int nextRun() throws IOException {
        int control = in.readByte();
        if (control < 0x80) {
            int count = control + LEAST_RUN;
            long delta = (byte) in.readByte();
            long value = number();
            for (int i = 0; i < count; i++) {
                run[i] = value + i * delta;
            }
            return count;
        }
        int count = 0x100 - control;
        for (int i = 0; i < count; i++) {
            run[i] = number();
        }
        return count;
    }

    private long number() throws IOException {
        long number = in.readVarint();
        return signed ? OrcStream.signed(number) : number;
    }
}
