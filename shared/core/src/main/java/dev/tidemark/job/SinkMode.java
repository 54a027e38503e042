package dev.tidemark.job;

/// What a run does to what is already in the partitions it writes.
public enum SinkMode {
    APPEND,
    OVERWRITE_PARTITIONS
}
