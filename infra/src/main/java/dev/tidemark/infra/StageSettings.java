package dev.tidemark.infra;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What differs between stages: `infra/stages/<stage>.yaml`.
///
/// @param names         stage, account and region
/// @param tags          of everything that is deployed
/// @param alarmEmail    who is told of alarms and failed runs; null: nobody, until somebody subscribes to the topic
/// @param logDays       how long logs are kept
/// @param accessPoints  by alias
/// @param buckets       names of buckets that the stage makes, for what its jobs read and write
/// @param keepWorkers   memory in MB of workers that stay although no job asks for it: runs under way may use them
/// @param jobs          in the file's order
record StageSettings(
        StageNames names,
        Map<String, String> tags,
        @Nullable String alarmEmail,
        int logDays,
        Map<String, AccessPoint> accessPoints,
        List<String> buckets,
        List<Integer> keepWorkers,
        List<JobSettings> jobs) {

    StageSettings {
        tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
        accessPoints = Map.copyOf(accessPoints);
        buckets = List.copyOf(buckets);
        keepWorkers = List.copyOf(keepWorkers);
        jobs = List.copyOf(jobs);
    }

    /// What an alias of an access point stands for.
    record AccessPoint(String bucket, String arn) {}

    /// One job of the stage.
    ///
    /// @param file             its job file
    /// @param params           values of its params
    /// @param schedule         `rate(…)` or `cron(…)` of EventBridge Scheduler; null: none
    /// @param timezone         of the schedule
    /// @param onNewObjects     whether objects that appear below a source's path start it
    /// @param after            jobs of this stage whose commits start it
    /// @param readKeys         ARNs of KMS keys that its sources are encrypted with
    /// @param alarmAfterHours  an alarm when no run has committed for so long; null: none
    record JobSettings(
            Path file,
            Map<String, String> params,
            @Nullable String schedule,
            String timezone,
            boolean onNewObjects,
            List<String> after,
            List<String> readKeys,
            @Nullable Integer alarmAfterHours) {

        JobSettings {
            params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
            after = List.copyOf(after);
            readKeys = List.copyOf(readKeys);
        }
    }
}
