package dev.tidemark.run;

import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Reads the results of a plan's chunks for their commit, many at once.
///
/// Of a long plan it gathers what it has read, a stride in one object that the run item names. A caller that runs out
/// of time has not read in vain then: the next one goes on behind the last stride.
///
/// @param atOnce how many are read side by side
/// @param stride how many results one object gathers; a plan of fewer chunks has none
record ResultReading(JobContext context, JobState state, int atOnce, int stride) {

    /// A result has a few kilobytes: an object of some 15 MB.
    static final int STRIDE = 5_000;

    /// For fewer no thread is started.
    private static final int WORTH_THREADS = 32;

    ResultReading {
        if (atOnce < 1 || stride < 1) {
            throw new IllegalArgumentException("atOnce and stride must be >= 1 but are " + atOnce + ", " + stride);
        }
    }

    /// @param startedAt epoch milliseconds when the caller began
    /// @return by chunk number
    /// @throws ResultsMissingException   when a chunk has none
    /// @throws CommitUnfinishedException when the caller's time is over, or what is left of it may be too short for
    ///     what comes after the reading: call again
    List<ChunkResult> read(Run run, int chunks, long startedAt) {
        List<ChunkResult> results = new ArrayList<>(chunks);
        List<String> gathered = new ArrayList<>(run.gathered());
        for (String name : gathered) {
            part(name, results);
        }
        boolean names = true;
        boolean advanced = false;
        while (results.size() < chunks) {
            int from = results.size();
            int to = Math.min(from + stride, chunks);
            List<byte[]> texts = texts(run.runId(), from, to, chunks);
            if (chunks > stride && names) {
                names = gather(run.runId(), gathered, texts);
                advanced = names;
            }
            for (int i = 0; i < texts.size(); i++) {
                results.add(result(texts.get(i), location(run.runId(), from + i), from + i));
            }
        }
        if (advanced && isLate(startedAt)) {
            throw new CommitUnfinishedException(run.runId(), results.size(), chunks);
        }
        return results;
    }

    /// More than half of the time is gone.
    private boolean isLate(long startedAt) {
        long deadline = context.patience().deadline();
        return deadline != Long.MAX_VALUE && context.ports().now() - startedAt > (deadline - startedAt) / 2;
    }

    private String location(String runId, int chunk) {
        return ProcessStep.resultLocation(context, runId, chunk);
    }

    private List<byte[]> texts(String runId, int from, int to, int chunks) {
        if (atOnce == 1 || to - from < WORTH_THREADS) {
            List<byte[]> texts = new ArrayList<>();
            for (int chunk = from; chunk < to; chunk++) {
                texts.add(text(runId, chunk, chunks));
            }
            return texts;
        }
        List<Future<byte[]>> futures = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
            for (int chunk = from; chunk < to; chunk++) {
                int number = chunk;
                futures.add(threads.submit(() -> text(runId, number, chunks)));
            }
            return inOrder(futures);
        }
    }

    /// The first failure stops what has not begun and waits for what has.
    private static List<byte[]> inOrder(List<Future<byte[]>> futures) {
        List<byte[]> texts = new ArrayList<>();
        try {
            for (Future<byte[]> future : futures) {
                texts.add(future.get());
            }
            return texts;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunInterruptedException();
        } finally {
            futures.forEach(future -> future.cancel(false));
        }
    }

    private byte[] text(String runId, int chunk, int chunks) {
        if (context.ports().now() >= context.patience().deadline()) {
            throw new CommitUnfinishedException(runId, chunk, chunks);
        }
        try {
            return state.read(location(runId, chunk));
        } catch (StateMissingException none) {
            throw new ResultsMissingException(runId, chunk, chunks);
        }
    }

    /// @return false when another call gathers the same, or the run has moved on: then nothing more is named
    private boolean gather(String runId, List<String> gathered, List<byte[]> texts) {
        String before = String.join(" ", gathered);
        String name = context.runName(runId) + "results-" + context.ports().attempt() + "-" + gathered.size();
        state.write(name, joined(texts));
        gathered.add(name);
        return state.update(
                context.runKey(runId),
                Map.of(Run.GATHERED, String.join(" ", gathered)),
                Map.of(),
                List.of(
                        new Condition.TextIs(Run.STATE, Run.State.PLANNED.name()),
                        before.isEmpty()
                                ? new Condition.AttributeAbsent(Run.GATHERED)
                                : new Condition.TextIs(Run.GATHERED, before)));
    }

    /// Each text behind its length in digits and a line feed.
    private static byte[] joined(List<byte[]> texts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] text : texts) {
            joined.writeBytes((text.length + "\n").getBytes(StandardCharsets.US_ASCII));
            joined.writeBytes(text);
        }
        return joined.toByteArray();
    }

    private ChunkResult result(byte[] text, String location, int chunk) {
        ChunkResult result = context.ports().codec().readResult(text, location);
        if (result.chunk() != chunk) {
            throw new UnreadableObjectException(
                    location,
                    "where the result of chunk " + chunk + " should be is that of chunk " + result.chunk()
                            + "; abort the run and start the job again",
                    null);
        }
        return result;
    }

    private void part(String name, List<ChunkResult> results) {
        byte[] joined = state.read(name);
        String location = context.location(name);
        int at = 0;
        while (at < joined.length) {
            int line = at;
            int length = 0;
            while (line < joined.length && joined[line] >= '0' && joined[line] <= '9' && line - at < 9) {
                length = length * 10 + joined[line++] - '0';
            }
            if (line == at || line >= joined.length || joined[line] != '\n' || joined.length - line - 1 < length) {
                throw new UnreadableObjectException(
                        location,
                        "it gathers results of chunks and is damaged at byte " + at
                                + "; abort the run and start the job again",
                        null);
            }
            byte[] text = Arrays.copyOfRange(joined, line + 1, line + 1 + length);
            results.add(result(text, location, results.size()));
            at = line + 1 + length;
        }
    }
}
