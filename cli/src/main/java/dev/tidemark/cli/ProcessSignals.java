package dev.tidemark.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// SIGINT and SIGTERM: the run is told to stop, aborts (or finishes a commit that was decided), and the process ends
/// with 130 or 143 as the JVM does after a signal.
final class ProcessSignals implements Stopping {

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    /// Keeps the process until [#ended()].
    @Override
    public void onSignal(Runnable stop) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stopped.set(true);
            stop.run();
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /// The run is over: nothing more needs to be waited for.
    void ended() {
        ended.countDown();
    }

    boolean stopped() {
        return stopped.get();
    }
}
