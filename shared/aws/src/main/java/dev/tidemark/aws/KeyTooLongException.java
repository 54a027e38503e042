package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;

/// A file would have a key that S3 does not take.
public final class KeyTooLongException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public KeyTooLongException(String location, int bytes, int most) {
        super(
                "The key of %s would have %d bytes, and S3 takes %d. Partition by a column with shorter values, or shorten the path."
                        .formatted(location, bytes, most));
    }
}
