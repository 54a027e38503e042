package dev.tidemark.job;

/// Glue's `--job-bookmark-option`.
public enum BookmarkMode {
    /// Reads what no committed run has read yet, and remembers it.
    ENABLE,
    /// Reads everything and remembers nothing.
    DISABLE,
    /// Reads what is new since the last generation, or a range of runs, and remembers nothing.
    PAUSE
}
