package dev.tidemark.job;

/// Glue's `updateBehavior`: whether the catalog table's columns may change.
public enum UpdateBehavior {
    UPDATE_IN_DATABASE,
    LOG
}
