package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;

/// A directory bucket (S3 Express One Zone) was named.
public final class DirectoryBucketException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public DirectoryBucketException(String location) {
        super(location + " lies in a directory bucket, whose listings are in no order. Use a general purpose bucket.");
    }
}
