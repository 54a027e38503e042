package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.s3.CfnBucket;

/// Buckets of the same app: events for whoever waits for objects, and no rule that takes staged files away.
@Tag("aws")
final class AppBucketsIT {

    private final App app = TidemarkApp.app(Synthesized.HOUSE.resolve("infra/cdk.json"), null, null);
    private final Stack stack = new Stack(app, "lake");

    private CfnBucket bucket(String name, int days, String prefix) {
        Map<String, Object> rule = Map.of(
                "status",
                "Enabled",
                "prefix",
                prefix,
                "abortIncompleteMultipartUpload",
                Map.of("daysAfterInitiation", days));
        return CfnBucket.Builder.create(stack, name)
                .bucketName(name)
                .lifecycleConfiguration(CfnBucket.LifecycleConfigurationProperty.builder()
                        .rules(List.of(rule))
                        .build())
                .build();
    }

    private String notifications(CfnBucket bucket) {
        Object unresolved = bucket.getNotificationConfiguration();
        return unresolved == null ? "none" : String.valueOf(stack.resolve(unresolved));
    }

    @Test
    void onlyABucketThatAJobWaitsForSendsEvents() {
        CfnBucket awaited = bucket("in", 7, "");
        CfnBucket other = bucket("out", 7, "");

        AppBuckets.serve(app, List.of(Jobs.job("a", "s3://in/x/", "s3://out/x/", true)));

        assertThat(notifications(awaited)).contains("eventBridgeEnabled=true");
        assertThat(notifications(other)).isEqualTo("none");
        assertThat(stack.getNode().findAll()).as("no custom resource").hasSize(3);
    }

    @Test
    void aJobThatRunsByScheduleNeedsNoEvents() {
        CfnBucket bucket = bucket("in", 7, "");

        AppBuckets.serve(app, List.of(Jobs.job("a", "s3://in/x/", "s3://out/x/", false)));

        assertThat(notifications(bucket)).isEqualTo("none");
    }

    @Test
    void uploadsThatExpireBeforeARunEndsAreWarnedOf() {
        Objects.requireNonNull(bucket("out", 2, "x/"));

        assertThat(AppBuckets.serve(app, List.of(Jobs.job("a", "s3://in/x/", "s3://out/x/", false))))
                .singleElement()
                .asString()
                .contains("aborts incomplete uploads after 2 days", "files of job a", "Let it be 7 days");
        assertThat(AppBuckets.serve(app, List.of(Jobs.job("a", "s3://in/x/", "s3://out/y/", false))))
                .as("another prefix")
                .isEmpty();
    }

    @Test
    void uploadsThatExpireWithinADayAreRefused() {
        Objects.requireNonNull(bucket("out", 0, ""));

        assertThatThrownBy(() -> AppBuckets.serve(app, List.of(Jobs.job("a", "s3://in/x/", "s3://out/x/", false))))
                .isInstanceOf(UploadsExpireException.class)
                .hasMessageContaining("Job a cannot be deployed: its sink s3://out/x/")
                .hasMessageContaining("after 0 days");
    }
}
