package dev.tidemark.job;

/// What the very first run of a flow takes in.
public enum Initial {
    ALL,
    NOW
}
