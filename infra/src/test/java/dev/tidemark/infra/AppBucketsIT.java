package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.CfnBucket;
import software.amazon.awscdk.services.s3.EventType;
import software.amazon.awscdk.services.s3.notifications.SqsDestination;
import software.amazon.awscdk.services.sqs.Queue;

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
        return Template.fromStack(stack)
                .findResources("AWS::S3::Bucket", Map.of("Properties", Map.of("BucketName", bucket.getBucketName())))
                .values()
                .iterator()
                .next()
                .toString();
    }

    private void serve(CfnBucket bucket) {
        List<String> _ = AppBuckets.serve(
                app, List.of(Jobs.job("a", "s3://" + bucket.getBucketName() + "/x/", "s3://other/x/", true)));
    }

    private void otherNotificationsStay(Consumer<CfnBucket> turnOn) {
        CfnBucket bucket = CfnBucket.Builder.create(stack, "in")
                .bucketName("in")
                .notificationConfiguration(CfnBucket.NotificationConfigurationProperty.builder()
                        .queueConfigurations(List.of(CfnBucket.QueueConfigurationProperty.builder()
                                .event("s3:ObjectRemoved:*")
                                .queue("arn:aws:sqs:eu-central-1:123456789012:theirs")
                                .build()))
                        .build())
                .build();
        turnOn.accept(bucket);
        assertThat(notifications(bucket)).contains("EventBridgeEnabled=true", "theirs");
    }

    @Test
    void otherNotificationsOfTheBucketStay() {
        otherNotificationsStay(this::serve);
    }

    /// It takes the queue away.
    @Test
    void theTwinThatSetsThePropertyAsAWholeIsCaught() {
        assertThatThrownBy(() -> otherNotificationsStay(bucket ->
                        bucket.setNotificationConfiguration(CfnBucket.NotificationConfigurationProperty.builder()
                                .eventBridgeConfiguration(CfnBucket.EventBridgeConfigurationProperty.builder()
                                        .eventBridgeEnabled(true)
                                        .build())
                                .build())))
                .isInstanceOf(AssertionError.class);
    }

    /// The construct's custom resource writes all notifications: it has to write ours too.
    private void theConstructKnows(Consumer<CfnBucket> turnOn) {
        Bucket bucket =
                Bucket.Builder.create(stack, "above").bucketName("landing").build();
        bucket.addEventNotification(
                EventType.OBJECT_REMOVED,
                new SqsDestination(Queue.Builder.create(stack, "queue").build()));
        turnOn.accept((CfnBucket) Objects.requireNonNull(bucket.getNode().getDefaultChild()));
        assertThat(Template.fromStack(stack)
                        .findResources("Custom::S3BucketNotifications")
                        .values())
                .singleElement()
                .asString()
                .contains("EventBridgeConfiguration");
    }

    @Test
    void aBucketWhoseConstructHasNotificationsTellsItsConstruct() {
        theConstructKnows(this::serve);
    }

    /// What it turns on is turned off when the construct's resource writes the rest.
    @Test
    void theTwinThatSetsTheBucketsPropertyAlwaysIsCaught() {
        assertThatThrownBy(() -> theConstructKnows(bucket -> bucket.addPropertyOverride(
                        "NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled", true)))
                .isInstanceOf(AssertionError.class);
    }

    private void rulesAreRefused(List<Integer> seen) {
        List<Object> rules = new ArrayList<>();
        for (int days : seen) {
            rules.add(
                    Map.of("status", "Enabled", "abortIncompleteMultipartUpload", Map.of("daysAfterInitiation", days)));
        }
        Objects.requireNonNull(CfnBucket.Builder.create(stack, "out")
                .bucketName("out")
                .lifecycleConfiguration(CfnBucket.LifecycleConfigurationProperty.builder()
                        .rules(rules)
                        .build())
                .build());
        assertThatThrownBy(() -> AppBuckets.serve(app, List.of(Jobs.job("a", "s3://in/x/", "s3://out/x/", false))))
                .isInstanceOf(UploadsExpireException.class)
                .hasMessageContaining("after 0 days");
    }

    @Test
    void theShortestOfSeveralRulesCounts() {
        rulesAreRefused(List.of(7, 2, 0));
    }

    /// It warns of the second rule and does not see the third, which takes the files away.
    @Test
    void theTwinThatStopsAtTheFirstRuleThatIsTooShortIsCaught() {
        assertThatThrownBy(() -> rulesAreRefused(List.of(7, 2))).isInstanceOf(AssertionError.class);
    }

    @Test
    void onlyABucketThatAJobWaitsForSendsEvents() {
        CfnBucket awaited = bucket("in", 7, "");
        CfnBucket other = bucket("out", 7, "");

        AppBuckets.serve(app, List.of(Jobs.job("a", "s3://in/x/", "s3://out/x/", true)));

        assertThat(stack.getNode().findAll()).as("no custom resource").hasSize(3);
        assertThat(notifications(awaited)).contains("EventBridgeEnabled=true");
        assertThat(notifications(other)).doesNotContain("NotificationConfiguration");
    }

    @Test
    void aJobThatRunsByScheduleNeedsNoEvents() {
        CfnBucket bucket = bucket("in", 7, "");

        AppBuckets.serve(app, List.of(Jobs.job("a", "s3://in/x/", "s3://out/x/", false)));

        assertThat(notifications(bucket)).doesNotContain("NotificationConfiguration");
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
