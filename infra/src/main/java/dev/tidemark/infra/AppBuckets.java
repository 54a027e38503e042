package dev.tidemark.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.CfnBucket;
import software.constructs.IConstruct;

/// Buckets that are defined in the same app as the jobs that read and write them.
final class AppBuckets {

    /// A run commits within five days of its first upload or not at all.
    private static final int ENOUGH_DAYS = 3;

    private AppBuckets() {}

    /// Turns on the events that jobs wait for, and looks at the lifecycle rules that their staged files are under.
    ///
    /// @return what was warned of
    /// @throws UploadsExpireException when a rule would take staged files away within a day
    static List<String> serve(App app, List<DeployedJob> jobs) {
        List<String> warnings = new ArrayList<>();
        for (IConstruct construct : app.getNode().findAll()) {
            if (construct instanceof CfnBucket bucket) {
                for (DeployedJob job : jobs) {
                    sendEvents(bucket, job);
                    job.writes().stream()
                            .filter(sink -> sink.bucket().equals(bucket.getBucketName()))
                            .forEach(sink -> warning(bucket, job, sink).ifPresent(text -> {
                                Annotations.of(bucket).addWarning(text);
                                warnings.add(text);
                            }));
                }
            }
        }
        return warnings;
    }

    /// By the bucket's own property: the flag of the construct above it would add a function and a custom resource.
    private static void sendEvents(CfnBucket bucket, DeployedJob job) {
        boolean awaited = job.settings().onNewObjects()
                && job.reads().stream().anyMatch(place -> place.bucket().equals(bucket.getBucketName()));
        if (awaited) {
            turnOn(bucket);
        }
    }

    /// Leaves the bucket's other notifications alone. Where a bucket has notifications of the construct above it, a
    /// custom resource writes them all when the bucket is there, and would turn this one off: it has to know.
    private static void turnOn(CfnBucket bucket) {
        if (bucket.getNode().getScope() instanceof Bucket above
                && above.getNode().tryFindChild("Notifications") != null) {
            above.enableEventBridgeNotification();
        } else {
            bucket.addPropertyOverride("NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled", true);
        }
    }

    private static Optional<String> warning(CfnBucket bucket, DeployedJob job, S3Place sink) {
        Object unresolved = bucket.getLifecycleConfiguration();
        Object lifecycle = unresolved == null ? null : Stack.of(bucket).resolve(unresolved);
        if (!(lifecycle instanceof Map<?, ?> configuration) || !(configuration.get("rules") instanceof List<?> rules)) {
            return Optional.empty();
        }
        long days = rules.stream().mapToLong(rule -> days(rule, sink)).min().orElse(Long.MAX_VALUE);
        if (days < 1) {
            throw new UploadsExpireException(job.name(), sink, days);
        }
        return days < ENOUGH_DAYS
                ? Optional.of(("The lifecycle aborts incomplete uploads after %d days, and files of job %s wait there"
                                + " as incomplete uploads until their run commits. Let it be 7 days.")
                        .formatted(days, job.name()))
                : Optional.empty();
    }

    /// After how many days a rule aborts uploads below `sink`; very many when it does not.
    private static long days(Object rule, S3Place sink) {
        if (rule instanceof Map<?, ?> keys
                && !"Disabled".equals(keys.get("status"))
                && keys.get("abortIncompleteMultipartUpload") instanceof Map<?, ?> abort
                && abort.get("daysAfterInitiation") instanceof Number days) {
            Object prefix = keys.get("prefix");
            boolean applies = !(prefix instanceof String text)
                    || sink.folder().startsWith(text)
                    || text.startsWith(sink.folder());
            return applies ? days.longValue() : Long.MAX_VALUE;
        }
        return Long.MAX_VALUE;
    }
}
