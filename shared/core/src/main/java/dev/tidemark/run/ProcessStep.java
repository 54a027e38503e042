package dev.tidemark.run;

import dev.tidemark.sink.ChunkResult;

/// Works on one chunk and writes its result once (PROTOCOL "Process").
public final class ProcessStep {

    /// What makes a result; [ChunkWorker] in production.
    @FunctionalInterface
    public interface Work {

        /// @param attempt id of this attempt, part of every name it stages
        ChunkResult work(String attempt);
    }

    private ProcessStep() {}

    /// The chunk's result: the one that was there, or that of this attempt, or of a twin that was faster.
    public static ChunkResult run(JobContext context, String runId, int chunk, Work work) {
        JobState state = new JobState(context);
        String location = resultLocation(context, runId, chunk);
        if (context.ports().objects().head(location).isPresent()) {
            return read(context, state, location);
        }
        ChunkResult own = work.work(context.ports().attempt());
        if (context.ports()
                .objects()
                .putIfAbsent(location, context.ports().codec().result(own))) {
            return own;
        }
        // Refused is not yet lost: it may be our own write whose answer went astray.
        ChunkResult stored = read(context, state, location);
        if (!stored.attempt().equals(own.attempt())) {
            context.ports().staging().discard(own.files());
        }
        return stored;
    }

    static String resultLocation(JobContext context, String runId, int chunk) {
        return context.runFolder(runId) + "result-%05d.json".formatted(chunk);
    }

    private static ChunkResult read(JobContext context, JobState state, String location) {
        return context.ports().codec().readResult(state.read(location), location);
    }
}
