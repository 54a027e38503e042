package dev.tidemark.job;

import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The whole declaration of a job, params filled in and locations made full.
///
/// @param name            `[a-z][a-z0-9-]{0,39}`; bookmarks are kept per job and flow
/// @param params          declared params, in the file's order
/// @param bookmark        what the job file says; a run may override it
/// @param concurrency     chunks at once; null: 100 on AWS, all cores on one machine
/// @param memoryBytes     memory of a worker on AWS; null: the stage's default
/// @param timezone        zone of texts and wall clock times that name none
/// @param keepGenerations generations that `rewind` can reach
public record Job(
        String name,
        List<Param> params,
        BookmarkMode bookmark,
        List<Flow> flows,
        @Nullable Integer concurrency,
        @Nullable Long memoryBytes,
        ZoneId timezone,
        int keepGenerations,
        Places places) {

    public static final int DEFAULT_KEEP_GENERATIONS = 100;

    public Job {
        params = List.copyOf(params);
        flows = List.copyOf(flows);
        if (flows.isEmpty()) {
            throw new IllegalArgumentException("job " + name + " needs at least one flow");
        }
    }

    public Flow flow(String flow) {
        return flows.stream()
                .filter(each -> each.name().equals(flow))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("job " + name + " has no flow " + flow));
    }
}
