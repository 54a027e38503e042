package dev.tidemark.lambda;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What the environment of a function says.
///
/// @param stage         name of the stage
/// @param table         its state table
/// @param bucket        its state bucket
/// @param stateMachines ARN of the jobs' state machines without the job's name
/// @param jobRoles      ARN of the jobs' roles without the job's name; empty where the function's own role
///     does it all
/// @param runTimeout    after which the state machine gives up a run
public record Settings(
        String stage,
        String table,
        String bucket,
        String stateMachines,
        Optional<String> jobRoles,
        Duration runTimeout) {

    /// A claim outlives its execution by this, so that its own Abort comes before anybody else's.
    private static final Duration LEASE_OUTLIVES = Duration.ofMinutes(5);

    private static final String RUN_TIMEOUT = "TIDEMARK_RUN_TIMEOUT_SECONDS";

    /// @throws SettingMissingException   naming the variable
    /// @throws SettingMalformedException naming the variable and what it says
    public static Settings of(Map<String, String> environment) {
        return new Settings(
                required(environment, "TIDEMARK_STAGE"),
                required(environment, "TIDEMARK_TABLE"),
                required(environment, "TIDEMARK_BUCKET"),
                environment.getOrDefault("TIDEMARK_STATE_MACHINES", ""),
                Optional.ofNullable(environment.get("TIDEMARK_JOB_ROLES")).filter(roles -> !roles.isEmpty()),
                timeout(environment.getOrDefault(RUN_TIMEOUT, "86400")));
    }

    private static String required(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null || value.isEmpty()) {
            throw new SettingMissingException(name);
        }
        return value;
    }

    private static Duration timeout(String seconds) {
        if (!seconds.matches("[1-9][0-9]{0,8}")) {
            throw new SettingMalformedException(RUN_TIMEOUT, seconds, "a number of seconds such as 86400");
        }
        return Duration.ofSeconds(Long.parseLong(seconds));
    }

    /// How long a claim lasts that nobody renews.
    public Duration lease() {
        return runTimeout.plus(LEASE_OUTLIVES);
    }

    /// Location of the state bucket, ending in `/`.
    public String root() {
        return "s3://" + bucket + "/";
    }

    /// Where a job's runs and segments lie, ending in `/`.
    public String workRoot(String job) {
        return root() + "work/" + job + "/";
    }

    /// The key of a location in the state bucket.
    ///
    /// @throws IllegalArgumentException when it lies elsewhere
    public String key(String location) {
        if (!location.startsWith(root())) {
            throw new IllegalArgumentException(location + " does not lie in " + root());
        }
        return location.substring(root().length());
    }
}
