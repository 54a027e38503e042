package dev.tidemark.job;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// New rows of a database table, found by keys that only grow.
///
/// @param table                    name with schema; null when `query` is given
/// @param query                    a select; null when `table` is given
/// @param user                     on one machine; with `passwordEnv`
/// @param passwordEnv              name of the environment variable that holds the password
/// @param secretId                 on AWS: the secret that holds user and password
/// @param jobBookmarkKeys          columns whose greatest values are remembered
/// @param jobBookmarkKeysAscending Glue's `jobBookmarkKeysSortOrder`
/// @param hashfield                column by which reading is split
/// @param hashexpression           expression by which reading is split, instead of `hashfield`
/// @param hashpartitions           pieces, and the most connections at once
/// @param fetchSize                rows a round trip
/// @param settle                   rows younger than this are left for the next run
/// @param nullKeys                 what rows with a null key do
public record JdbcSource(
        String url,
        @Nullable String table,
        @Nullable String query,
        @Nullable String user,
        @Nullable String passwordEnv,
        @Nullable String secretId,
        List<String> jobBookmarkKeys,
        boolean jobBookmarkKeysAscending,
        @Nullable String hashfield,
        @Nullable String hashexpression,
        int hashpartitions,
        int fetchSize,
        Duration settle,
        NullKeys nullKeys,
        @Nullable String region,
        @Nullable String roleArn,
        SourceOptions options,
        Places places)
        implements Source {

    /// What rows do whose bookmark key is null: they have no place in the order.
    public enum NullKeys {
        FAIL,
        INCLUDE_ONCE,
        EXCLUDE
    }

    public JdbcSource {
        jobBookmarkKeys = List.copyOf(jobBookmarkKeys);
    }
}
