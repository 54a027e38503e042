package dev.tidemark.expression;

/// What a predicate says about a partition of which some values may not be known yet.
public enum Verdict {
    /// Every partition with these values is kept.
    TRUE,
    /// No partition with these values is kept: the predicate is false or null for all of them.
    FALSE,
    /// Depends on values that are not known yet.
    UNKNOWN
}
