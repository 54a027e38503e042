package dev.tidemark.aws;

import dev.tidemark.job.S3Write;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/// A sink's `s3` block as headers of the call that begins an object.
record S3WriteSettings(S3Write settings) {

    void apply(PutObjectRequest.Builder request) {
        if (settings.kmsKeyArn() != null) {
            request.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(settings.kmsKeyArn());
        }
        request.bucketKeyEnabled(settings.bucketKey())
                .acl(settings.acl())
                .storageClass(settings.storageClass())
                .tagging(tags());
    }

    void apply(CreateMultipartUploadRequest.Builder request) {
        if (settings.kmsKeyArn() != null) {
            request.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(settings.kmsKeyArn());
        }
        request.bucketKeyEnabled(settings.bucketKey())
                .acl(settings.acl())
                .storageClass(settings.storageClass())
                .tagging(tags());
    }

    /// As the query string that x-amz-tagging is.
    private @Nullable String tags() {
        if (settings.tags().isEmpty()) {
            return null;
        }
        return settings.tags().entrySet().stream()
                .map(tag -> encoded(tag.getKey()) + "=" + encoded(tag.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
