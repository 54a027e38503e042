package dev.tidemark.infra;

import dev.tidemark.infra.StageSettings.AccessPoint;
import java.util.Map;

/// A folder in a bucket. `s3a` and `s3n` were made `s3` when the job file was read.
///
/// @param bucket      the bucket itself, also where the job names an access point
/// @param accessPoint ARN of the access point that the job names, or empty
/// @param key         without a leading slash; empty for the whole bucket
record S3Place(String bucket, String accessPoint, String key) {

    private static final String SCHEME = "s3://";
    private static final String ALIAS_ENDS = "-s3alias";

    /// @param job          for the errors
    /// @param location     `s3://bucket/key`
    /// @param accessPoints by their aliases
    /// @throws JobNotDeployableException when it is not in S3, or in the bucket of an unknown access point
    static S3Place of(String job, String location, Map<String, AccessPoint> accessPoints) {
        int slash = location.indexOf('/', SCHEME.length());
        if (!location.startsWith(SCHEME) || slash < 0) {
            throw new JobNotDeployableException(
                    job,
                    "its path " + location + " is not in S3, and functions see nothing else",
                    "Set the param it is made of, in the stage's file: params: { lake: s3://my-bucket/lake }.");
        }
        String bucket = location.substring(SCHEME.length(), slash);
        String key = location.substring(slash + 1);
        if (!bucket.endsWith(ALIAS_ENDS)) {
            return new S3Place(bucket, "", key);
        }
        AccessPoint behind = accessPoints.get(bucket);
        if (behind == null) {
            throw new JobNotDeployableException(
                    job,
                    bucket + " is the alias of an access point, and nothing says of which bucket",
                    "Name it in the stage's file: accessPoints: { " + bucket + ": { bucket: …, arn: … } }.");
        }
        return new S3Place(behind.bucket(), behind.arn(), key);
    }

    /// The key as a folder's: a job file's path may lack the slash at its end.
    String folder() {
        return key.isEmpty() || key.endsWith("/") ? key : key + "/";
    }

    /// Whether an object can lie in both. Names with the same beginning (`in/` and `in-old/`) are neighbours.
    boolean meets(S3Place other) {
        return bucket.equals(other.bucket)
                && (folder().startsWith(other.folder()) || other.folder().startsWith(folder()));
    }

    @Override
    public String toString() {
        return SCHEME + bucket + "/" + key;
    }
}
