package dev.tidemark.run;

import dev.tidemark.expression.Functions;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectArchivedException;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Staging;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads a chunk, transforms it and stages its files. Safe for many threads; each call works alone.
public final class ChunkWorker {

    private final ObjectStore objects;
    private final Staging staging;
    private final Formats formats;
    private final Functions functions;
    private final InstantSource clock;

    public ChunkWorker(
            ObjectStore objects, Staging staging, Formats formats, Functions functions, InstantSource clock) {
        this.objects = objects;
        this.staging = staging;
        this.formats = formats;
        this.functions = functions;
        this.clock = clock;
    }

    /// Stages everything the chunk makes. When it throws, nothing of this attempt stays staged; where a file cannot be
    /// dropped, that is among the exception's suppressed ones, and discarding the run drops it.
    ///
    /// An input that changes in mid-read cannot be taken, and its rows that were already routed cannot be told from
    /// the others: the attempt's files are dropped and the chunk starts again without it.
    ///
    /// @throws DeadlineException when the task's deadline comes first
    /// @throws OutOfHeapException when the heap does not hold what the chunk needs at once
    public ChunkResult work(ChunkTask task) {
        long startMillis = clock.millis();
        Set<ChunkInput> deferred = new HashSet<>();
        Set<ChunkInput> gone = new HashSet<>();
        while (true) {
            List<ChunkInput> inputs = new ArrayList<>(task.chunk().inputs());
            inputs.removeAll(deferred);
            inputs.removeAll(gone);
            ChunkAttempt attempt = new ChunkAttempt(task, objects, staging, formats, functions, clock);
            try {
                return result(task, attempt, inputs, inOrder(task, deferred), inOrder(task, gone), startMillis);
            } catch (ObjectChangedException changed) {
                deferred.add(input(task, changed.location()));
            } catch (ObjectArchivedException archived) {
                deferred.add(input(task, archived.location()));
            } catch (ObjectGoneException missing) {
                gone.add(input(task, missing.location()));
            } catch (RuntimeException | Error failure) {
                // The worker fails by what went wrong first, whatever becomes of its files.
                attempt.abort().forEach(failure::addSuppressed);
                throw failure;
            }
            throwFirst(attempt.abort());
        }
    }

    private ChunkResult result(
            ChunkTask task,
            ChunkAttempt attempt,
            List<ChunkInput> inputs,
            List<ChunkInput> deferred,
            List<ChunkInput> gone,
            long startMillis) {
        try {
            for (ChunkInput input : inputs) {
                attempt.read(input);
            }
            return attempt.finish(inputs, deferred, gone, startMillis, clock.millis());
        } catch (OutOfMemoryError full) {
            throw OutOfHeapException.inChunk(
                    task.flow().name(),
                    task.chunk().number(),
                    attempt.readingNow(),
                    inputs.size(),
                    Runtime.getRuntime().maxMemory(),
                    full);
        } catch (IOException e) {
            throw new WorkInterruptedException(task.chunk().number(), attempt.readingNow(), e);
        }
    }

    /// A chunk that starts again has nothing staged.
    private static void throwFirst(List<RuntimeException> failures) {
        if (!failures.isEmpty()) {
            RuntimeException first = failures.getFirst();
            failures.subList(1, failures.size()).forEach(first::addSuppressed);
            throw first;
        }
    }

    private static ChunkInput input(ChunkTask task, String location) {
        return task.chunk().inputs().stream()
                .filter(input -> input.object().location().equals(location))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("chunk " + task.chunk().number() + " does not read " + location));
    }

    private static List<ChunkInput> inOrder(ChunkTask task, Set<ChunkInput> some) {
        return task.chunk().inputs().stream().filter(some::contains).toList();
    }
}
