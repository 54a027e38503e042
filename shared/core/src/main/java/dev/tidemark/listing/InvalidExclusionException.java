package dev.tidemark.listing;

import dev.tidemark.data.TidemarkException;

/// A glob of `exclusions` that cannot be read.
public final class InvalidExclusionException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public InvalidExclusionException(String glob, String why) {
        super(("The exclusion '%s' cannot be read: %s. It is a glob on the key below the path: * within a folder, "
                        + "**/ any folders, ?, [a-z], {a,b}; a \\ before a sign takes it as it is.")
                .formatted(glob, why));
    }
}
