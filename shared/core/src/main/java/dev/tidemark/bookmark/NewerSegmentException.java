package dev.tidemark.bookmark;

import dev.tidemark.data.TidemarkException;

/// A segment of a bookmark was written by a newer Tidemark.
public final class NewerSegmentException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public NewerSegmentException(String name, int found, int known) {
        super(("The bookmark's segment %s has format version %d, but this Tidemark knows versions up to %d. A newer "
                        + "Tidemark committed a run of this job; run the job with that version or a later one.")
                .formatted(name, found, known));
    }
}
