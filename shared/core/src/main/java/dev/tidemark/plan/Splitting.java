package dev.tidemark.plan;

import dev.tidemark.listing.SourceObject;

/// Which objects may be read in byte ranges by several workers, each record by exactly one of them.
@FunctionalInterface
public interface Splitting {

    Splitting NEVER = object -> false;

    boolean splittable(SourceObject object);
}
