package dev.tidemark.job;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How objects are written to a bucket: a sink's `s3` block.
///
/// @param bucketKey whether S3 bucket keys are used with `kmsKeyArn`; null: the bucket's own default
/// @param acl       canned ACL, for buckets that still have ACLs
/// @param tags      tags of every object written, in the file's order
public record S3Write(
        S3Access access,
        @Nullable String kmsKeyArn,
        @Nullable Boolean bucketKey,
        @Nullable String acl,
        @Nullable String storageClass,
        Map<String, String> tags) {

    public static final S3Write PLAIN = new S3Write(S3Access.OWN, null, null, null, null, Map.of());

    public S3Write {
        tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
    }
}
