package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;

/// A path that is not in S3 was given to a run on AWS.
public final class NotS3Exception extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public NotS3Exception(String location) {
        super("'" + location
                + "' is not a location in S3. With --on aws every path is s3://bucket/…: set the param it is"
                + " made of (--set lake=s3://my-bucket/lake), or run with --on local.");
    }
}
