package dev.tidemark.run;

import dev.tidemark.spi.StagedUpload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The uploads of an attempt that came to nothing. Its worker may be at its deadline, and has hundreds of them, each
/// of which takes several calls: many are dropped side by side.
final class DiscardedUploads {

    private static final int AT_ONCE = 16;

    private DiscardedUploads() {}

    /// Tries all of them, whatever becomes of the others.
    ///
    /// @return the failures
    static List<RuntimeException> discard(List<StagedUpload> uploads) {
        List<RuntimeException> failures = new ArrayList<>();
        // So few are not worth threads.
        if (uploads.size() <= AT_ONCE) {
            for (StagedUpload upload : uploads) {
                try {
                    upload.abort();
                } catch (RuntimeException failure) {
                    failures.add(failure);
                }
            }
            return failures;
        }
        List<Callable<Void>> work = new ArrayList<>();
        for (StagedUpload upload : uploads) {
            work.add(() -> {
                upload.abort();
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<Void> done : threads.invokeAll(work)) {
                collect(done, failures);
            }
        } catch (InterruptedException stopped) {
            // Told to stop: what is left is dropped with its run.
            Thread.currentThread().interrupt();
        }
        return failures;
    }

    private static void collect(Future<Void> done, List<RuntimeException> failures) throws InterruptedException {
        try {
            Void _ = done.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> failures.add(failure);
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }
}
