package dev.tidemark.cli;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/// SIGINT and SIGTERM: the first one interrupts the run, which aborts (or finishes a decided commit) and ends with
/// 130
/// or 143; the second halts at once, and the next run recovers.
final class Stopping {

    private static final AtomicInteger SIGNAL = new AtomicInteger();
    private static final AtomicBoolean INSTALLED = new AtomicBoolean();

    private Stopping() {}

    static void interruptOnSignal(Thread runner) {
        if (!INSTALLED.compareAndSet(false, true)) {
            return;
        }
        for (String name : new String[] {"INT", "TERM"}) {
            Signal.handle(new Signal(name), signal -> {
                if (!SIGNAL.compareAndSet(0, signal.getNumber())) {
                    Runtime.getRuntime().halt(128 + signal.getNumber());
                }
                runner.interrupt();
            });
        }
    }

    static boolean stopped() {
        return SIGNAL.get() != 0;
    }

    static int exitCode(int otherwise) {
        int signal = SIGNAL.get();
        return signal == 0 ? otherwise : 128 + signal;
    }
}
