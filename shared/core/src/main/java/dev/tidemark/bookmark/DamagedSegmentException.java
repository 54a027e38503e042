package dev.tidemark.bookmark;

import dev.tidemark.data.TidemarkException;

/// A segment of a bookmark is not as it was written. Never guessed around: rows would be read twice or not at all.
public final class DamagedSegmentException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public DamagedSegmentException(String name, String why) {
        super(("The bookmark's segment %s is damaged: %s. Nothing was read, because without it nobody can say which "
                        + "objects were taken in. Restore the file from a copy or an older version of the object, or "
                        + "make the bookmark anew with `tidemark bookmark rebuild`; `tidemark bookmark rewind` to a run "
                        + "before it works too, if reading the later objects again does no harm.")
                .formatted(name, why));
    }
}
