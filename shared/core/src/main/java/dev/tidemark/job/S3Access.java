package dev.tidemark.job;

import org.jspecify.annotations.Nullable;

/// How a bucket is reached that is not simply ours. All are absent on one machine.
///
/// @param region              of the bucket, when it is not the run's own
/// @param expectedBucketOwner account id; S3 refuses when the bucket belongs to another
/// @param roleArn             role to take on before any call to this bucket or catalog
/// @param requesterPays       Glue's reader pays for requests and transfer
public record S3Access(
        @Nullable String region,
        @Nullable String expectedBucketOwner,
        @Nullable String roleArn,
        boolean requesterPays) {

    public static final S3Access OWN = new S3Access(null, null, null, false);
}
