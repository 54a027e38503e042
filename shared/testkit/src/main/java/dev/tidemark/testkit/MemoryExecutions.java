package dev.tidemark.testkit;

import dev.tidemark.spi.Executions;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/// Executions in memory: whoever tests carries them out, one after the other.
public final class MemoryExecutions implements Executions {

    private final Map<String, Status> executions = new HashMap<>();
    private final Queue<String> waiting = new ArrayDeque<>();

    @Override
    public synchronized void start(String job, String runId) {
        if (executions.putIfAbsent(job + "/" + runId, Status.RUNNING) == null) {
            waiting.add(runId);
        }
    }

    @Override
    public synchronized Status status(String job, String runId) {
        return executions.getOrDefault(job + "/" + runId, Status.UNKNOWN);
    }

    /// The next run to be carried out, oldest start first.
    public synchronized Optional<String> take() {
        return Optional.ofNullable(waiting.poll());
    }

    /// The execution is over.
    public synchronized void end(String job, String runId) {
        executions.put(job + "/" + runId, Status.ENDED);
    }
}
