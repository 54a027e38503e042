package dev.tidemark.infra;

import dev.tidemark.data.TidemarkException;
import java.util.List;

/// Jobs that would wake each other for ever.
public final class SelfTriggerException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> jobs;

    /// @param jobs  the ring in order, each waking the next and the last the first
    /// @param whys  why each wakes the next
    public SelfTriggerException(String stage, List<String> jobs, List<String> whys) {
        super("Stage %s cannot be deployed: %s would run for ever. %s. %s"
                .formatted(
                        stage,
                        jobs.size() == 1 ? "job " + jobs.getFirst() : "jobs " + String.join(", ", jobs),
                        String.join("; ", whys),
                        "Write to a folder beside the one that wakes the job, or start one of them by a schedule"
                                + " instead of onNewObjects or after."));
        this.jobs = List.copyOf(jobs);
    }

    public List<String> jobs() {
        return jobs;
    }
}
