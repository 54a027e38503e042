package dev.tidemark.integration.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.testkit.PortTap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Workers that stop before they end their first upload, until they are let go on.
final class SlowWorkers implements PortTap {

    private final CountDownLatch goOn;
    private final Set<Thread> slow = ConcurrentHashMap.newKeySet();
    private final Set<Thread> begun = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    });

    SlowWorkers(CountDownLatch goOn) {
        this.goOn = goOn;
    }

    /// Begins a slow call. It ends by an answer, or by whatever exception of ours.
    CompletableFuture<@Nullable JsonNode> later(Supplier<JsonNode> call) {
        return CompletableFuture.supplyAsync(
                () -> {
                    slow.add(Thread.currentThread());
                    try {
                        return call.get();
                    } catch (FunctionFailure late) {
                        return null;
                    } finally {
                        slow.remove(Thread.currentThread());
                        begun.remove(Thread.currentThread());
                    }
                },
                threads);
    }

    /// Waits until each call has an upload open, or has ended.
    void awaitBegun(List<CompletableFuture<@Nullable JsonNode>> calls) {
        while (begun.size() < calls.stream().filter(call -> !call.isDone()).count()) {
            Thread.onSpinWait();
        }
    }

    @Override
    public <T> T call(String call, Supplier<T> effect) {
        if (call.equals("staging.finish") && slow.contains(Thread.currentThread())) {
            begun.add(Thread.currentThread());
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return effect.get();
    }
}
