package dev.tidemark.run;

import org.jspecify.annotations.Nullable;

/// Why an object is, or is not, read by the next run.
///
/// @param location full location of the object
/// @param read     whether it is
/// @param reason   a word: `new`, `rewritten`, `alreadyProcessed`, `absent`, `outsidePaths`, or the wire name of an
///                 [dev.tidemark.listing.IgnoredReason]
/// @param sentence the same for people
/// @param path     the source's path that it lies below, or null
public record Explanation(
        String location,
        boolean read,
        String reason,
        String sentence,
        @Nullable String path) {}
