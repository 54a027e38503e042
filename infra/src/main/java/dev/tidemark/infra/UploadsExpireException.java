package dev.tidemark.infra;

import dev.tidemark.data.TidemarkException;

/// A lifecycle rule would take staged files away before a run could commit them.
public final class UploadsExpireException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public UploadsExpireException(String job, S3Place sink, long days) {
        super(
                ("Job %s cannot be deployed: its sink %s is in a bucket whose lifecycle aborts incomplete uploads after %d"
                                + " days, and files wait as incomplete uploads until their run commits. Let it be 7 days.")
                        .formatted(job, sink, days));
    }
}
