package dev.tidemark.job;

/// Whether small objects of one source partition share a chunk (Glue's `groupFiles`).
public enum GroupFiles {
    NONE,
    IN_PARTITION
}
