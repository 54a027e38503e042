package dev.tidemark.run;

import dev.tidemark.job.BookmarkMode;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What starts a run.
///
/// @param runId           ULID; the run's identity and its fencing token
/// @param mode            how bookmarks are used
/// @param from            with pause: take what runs after this generation took in, or null
/// @param to              with pause: up to and including this one, or null
/// @param asOf            what run_timestamp() says
/// @param params          parameter values the job was read with, kept with the run
/// @param acceptRewritten whether the guard against mass rewrites is lifted
public record RunRequest(
        String runId,
        BookmarkMode mode,
        @Nullable Long from,
        @Nullable Long to,
        Instant asOf,
        Map<String, String> params,
        boolean acceptRewritten) {

    public RunRequest {
        params = Map.copyOf(params);
    }
}
