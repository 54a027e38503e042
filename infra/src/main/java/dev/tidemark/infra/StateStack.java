package dev.tidemark.infra;

import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.s3.BlockPublicAccess;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.amazon.awscdk.services.s3.ObjectOwnership;
import software.constructs.Construct;

/// What must outlive every deployment: the table of the state and the bucket of runs, segments and commit records.
///
/// Both stay when the stack goes. No rule expires anything that is current: kept generations name segments of any age,
/// and the clean-up of Tidemark itself deletes what no generation names. Nor is there a TTL: nothing writes one.
final class StateStack extends Stack {

    /// How far back the table can be restored. What it then names must still be in the bucket.
    private static final int RESTORE_DAYS = 35;

    StateStack(Construct scope, StageSettings settings, StackProps props) {
        super(scope, "State", props);
        table(settings.names());
        bucket(settings.names());
    }

    private void table(StageNames names) {
        Table.Builder.create(this, "Table")
                .tableName(names.table())
                .partitionKey(text("pk"))
                .sortKey(text("sk"))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .pointInTimeRecoverySpecification(PointInTimeRecoverySpecification.builder()
                        .pointInTimeRecoveryEnabled(true)
                        .recoveryPeriodInDays(RESTORE_DAYS)
                        .build())
                .deletionProtection(true)
                .removalPolicy(RemovalPolicy.RETAIN)
                .build();
    }

    private static Attribute text(String name) {
        return Attribute.builder().name(name).type(AttributeType.STRING).build();
    }

    private void bucket(StageNames names) {
        Bucket bucket = Bucket.Builder.create(this, "Bucket")
                .bucketName(names.bucket())
                .blockPublicAccess(BlockPublicAccess.BLOCK_ALL)
                .objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED)
                .encryption(BucketEncryption.S3_MANAGED)
                .enforceSsl(true)
                .minimumTlsVersion(1.2)
                .versioned(true)
                .lifecycleRules(List.of(
                        LifecycleRule.builder()
                                .id("uploads-nobody-finished")
                                .abortIncompleteMultipartUploadAfter(Duration.days(7))
                                .build(),
                        LifecycleRule.builder()
                                .id("deleted-objects-as-long-as-the-table-can-be-restored")
                                .noncurrentVersionExpiration(Duration.days(RESTORE_DAYS))
                                .expiredObjectDeleteMarker(true)
                                .build()))
                .removalPolicy(RemovalPolicy.RETAIN)
                .build();
        Suppressions.add(
                bucket,
                "AwsSolutions-S1",
                "Server access logs would need a bucket of their own; whoever must know who read run files turns on"
                        + " CloudTrail data events for this bucket.");
    }
}
