package dev.tidemark.aws;

import java.nio.charset.StandardCharsets;

/// `s3://bucket/key` taken apart. The key is as S3 stores it, nothing escaped; empty for the bucket itself.
record S3Location(String bucket, String key) {

    static final int MOST_KEY_BYTES = 1_024;

    private static final String SCHEME = "s3://";

    /// @throws NotS3Exception             when the location is of another store
    /// @throws DirectoryBucketException   when it lies in a directory bucket
    static S3Location of(String location) {
        int slash = location.indexOf('/', SCHEME.length());
        if (!location.startsWith(SCHEME) || slash <= SCHEME.length()) {
            throw new NotS3Exception(location);
        }
        S3Location parts = new S3Location(location.substring(SCHEME.length(), slash), location.substring(slash + 1));
        if (parts.bucket.endsWith("--x-s3")) {
            throw new DirectoryBucketException(location);
        }
        return parts;
    }

    /// The location of another key in this bucket.
    String sibling(String otherKey) {
        return SCHEME + bucket + "/" + otherKey;
    }

    /// For keys that are written.
    ///
    /// @throws KeyTooLongException beyond S3's limit
    S3Location writable() {
        int bytes = key.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_KEY_BYTES) {
            throw new KeyTooLongException(sibling(key), bytes, MOST_KEY_BYTES);
        }
        return this;
    }
}
