package dev.tidemark.job;

/// What a field does that no schema names.
public enum OnSchemaChange {
    ADD_NEW_COLUMNS,
    RESCUE,
    FAIL,
    IGNORE
}
