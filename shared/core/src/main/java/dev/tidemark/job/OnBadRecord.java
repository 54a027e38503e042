package dev.tidemark.job;

/// What a record that cannot be read does to its run.
public enum OnBadRecord {
    FAIL,
    QUARANTINE
}
