package dev.tidemark.bookmark;

/// What a bookmark says of one object.
public enum Taken {
    /// No version of its key was taken in.
    NEW,
    /// Another version of its key was the last one taken in.
    REWRITTEN,
    /// This very version was.
    KNOWN
}
