package dev.tidemark.testkit;

import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Somebody on a thread of his own who moves one port call at a time, and only when told to: so that two actors can
/// be interleaved in every way wanted.
final class Actor implements AutoCloseable {

    private final Semaphore mayMove = new Semaphore(0);
    private final Semaphore stands = new Semaphore(0);
    private volatile boolean abandoned;
    private volatile boolean ended;
    private volatile @Nullable Throwable failure;

    /// Starts, and stands before its first port call.
    ///
    /// @param body given the tap that its ports must have
    Actor(Consumer<PortTap> body) {
        Thread.ofVirtual().start(() -> {
            try {
                body.accept(new Tap());
            } catch (Halt abandonedNow) {
                failure = null;
            } catch (Throwable thrown) { // handed to the thread that tests
                failure = thrown;
            } finally {
                ended = true;
                stands.release();
            }
        });
        stands.acquireUninterruptibly();
    }

    /// Makes up to `calls` port calls.
    ///
    /// @return how many it made; fewer when it came to its end
    int move(int calls) {
        int made = 0;
        while (made < calls && !ended) {
            mayMove.release();
            stands.acquireUninterruptibly();
            made++;
        }
        Throwable thrown = failure;
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw new AssertionError("an actor failed: " + thrown, thrown);
        }
        return made;
    }

    /// Goes on to its end.
    int finish() {
        return move(Integer.MAX_VALUE);
    }

    boolean ended() {
        return ended;
    }

    /// It never moves again.
    @Override
    public void close() {
        abandoned = true;
        mayMove.release();
    }

    private final class Tap implements PortTap {
        @Override
        public <T> T call(String call, Supplier<T> effect) {
            stands.release();
            mayMove.acquireUninterruptibly();
            if (abandoned) {
                throw new Halt(call);
            }
            return effect.get();
        }
    }
}
