package dev.tidemark.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.customresources.AwsCustomResource;
import software.amazon.awscdk.customresources.AwsCustomResourcePolicy;
import software.amazon.awscdk.customresources.AwsSdkCall;
import software.amazon.awscdk.customresources.PhysicalResourceId;
import software.amazon.awscdk.services.s3.assets.Asset;
import software.constructs.Construct;

/// The job's canonical JSON in the stage's bucket, under the hash of its bytes, and the item that points to it
/// (docs/decisions/0012-job-files-are-deployed-as-assets.md).
///
/// Objects of earlier deployments stay: a run reads the copy that its plan made, and a rollback points back.
final class DeployedJobFile extends Construct {

    DeployedJobFile(Construct scope, StageNames names, DeployedJob deployed) {
        super(scope, "JobFile");
        Asset asset = Asset.Builder.create(this, "Asset")
                .path(written(deployed).toString())
                .build();
        AwsCustomResource object = object(names, deployed, asset);
        pointer(names, deployed).getNode().addDependency(object);
    }

    /// The CDK takes assets as files, and their hash from the bytes.
    private static Path written(DeployedJob deployed) {
        try {
            Path file = Files.createTempFile("tidemark-job-", ".json");
            file.toFile().deleteOnExit();
            return Files.write(file, deployed.canonical());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private AwsCustomResource object(StageNames names, DeployedJob deployed, Asset asset) {
        AwsSdkCall copy = AwsSdkCall.builder()
                .service("S3")
                .action("CopyObject")
                .parameters(Map.of(
                        "Bucket",
                        names.bucket(),
                        "Key",
                        deployed.key(),
                        "CopySource",
                        asset.getS3BucketName() + "/" + asset.getS3ObjectKey(),
                        "ContentType",
                        "application/json",
                        "MetadataDirective",
                        "REPLACE"))
                .physicalResourceId(PhysicalResourceId.of(deployed.key()))
                .outputPaths(List.of("CopyObjectResult.ETag"))
                .build();
        return AwsCustomResource.Builder.create(this, "Object")
                .resourceType("Custom::TidemarkJobFile")
                .onCreate(copy)
                .onUpdate(copy)
                .policy(AwsCustomResourcePolicy.fromStatements(List.of(
                        Grant.of(
                                        "Asset",
                                        List.of("s3:GetObject"),
                                        List.of(names.bucketArn(asset.getS3BucketName()) + "/"
                                                + asset.getS3ObjectKey()))
                                .statement(),
                        Grant.of(
                                        "JobFile",
                                        List.of("s3:PutObject"),
                                        List.of(names.bucketArn(names.bucket()) + "/" + deployed.key()))
                                .statement())))
                .installLatestAwsSdk(false)
                .build();
    }

    private AwsCustomResource pointer(StageNames names, DeployedJob deployed) {
        String job = "job#" + deployed.name();
        Map<String, Object> key = Map.of("pk", Map.of("S", job), "sk", Map.of("S", "file"));
        Map<String, Object> item = new LinkedHashMap<>(key);
        item.put("file", Map.of("S", deployed.key()));
        // The file has their values in it already; runs and reports name them.
        deployed.settings().params().forEach((name, value) -> item.put("param." + name, Map.of("S", value)));
        AwsSdkCall put = AwsSdkCall.builder()
                .service("DynamoDB")
                .action("PutItem")
                .parameters(Map.of("TableName", names.table(), "Item", item))
                .physicalResourceId(PhysicalResourceId.of(job + "/file"))
                .build();
        AwsSdkCall delete = AwsSdkCall.builder()
                .service("DynamoDB")
                .action("DeleteItem")
                .parameters(Map.of("TableName", names.table(), "Key", key))
                .build();
        return AwsCustomResource.Builder.create(this, "Pointer")
                .resourceType("Custom::TidemarkJobPointer")
                .onCreate(put)
                .onUpdate(put)
                .onDelete(delete)
                .policy(AwsCustomResourcePolicy.fromStatements(List.of(Grant.of(
                                "Pointer",
                                List.of("dynamodb:PutItem", "dynamodb:DeleteItem"),
                                List.of(names.tableArn()))
                        .when("ForAllValues:StringEquals", "dynamodb:LeadingKeys", List.of(job))
                        .statement())))
                .installLatestAwsSdk(false)
                .build();
    }
}
