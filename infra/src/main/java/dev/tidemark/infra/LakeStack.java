package dev.tidemark.infra;

import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.s3.BlockPublicAccess;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.amazon.awscdk.services.s3.ObjectOwnership;
import software.constructs.Construct;

/// Buckets that a stage makes for its jobs' data. They stay when the stack goes.
final class LakeStack extends Stack {

    LakeStack(Construct scope, StageSettings settings, StackProps props) {
        super(scope, "Lake", props);
        settings.buckets().forEach(this::bucket);
    }

    private void bucket(String name) {
        Bucket bucket = Bucket.Builder.create(this, name)
                .bucketName(name)
                .blockPublicAccess(BlockPublicAccess.BLOCK_ALL)
                .objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED)
                .encryption(BucketEncryption.S3_MANAGED)
                .enforceSsl(true)
                .lifecycleRules(List.of(LifecycleRule.builder()
                        .id("uploads-nobody-finished")
                        .abortIncompleteMultipartUploadAfter(Duration.days(7))
                        .build()))
                .removalPolicy(RemovalPolicy.RETAIN)
                .build();
        Suppressions.add(
                bucket, "AwsSolutions-S1", "Who must know who read the data turns on CloudTrail data events for it.");
    }
}
