package dev.tidemark.job;

/// What an object does whose key was taken in before in another version.
public enum OnRewrite {
    REPROCESS,
    SKIP,
    FAIL
}
