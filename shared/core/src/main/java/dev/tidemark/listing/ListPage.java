package dev.tidemark.listing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One answer of a listing call: at most 1,000 entries, in the order of their keys' UTF-8 bytes.
///
/// @param objects  objects of this page
/// @param prefixes of a delimited listing: full locations of the folders directly below, each ending in `/`
/// @param next     token of the next page, or null at the end
public record ListPage(
        List<SourceObject> objects,
        List<String> prefixes,
        @Nullable String next) {

    public static final int MOST_ENTRIES = 1_000;

    public ListPage {
        objects = List.copyOf(objects);
        prefixes = List.copyOf(prefixes);
    }
}
