package dev.tidemark.cli;

/// Where a command works.
sealed interface Where {

    /// On this machine's files.
    record Local() implements Where {}

    /// On a stage's table and bucket, from this process.
    record Aws(String stage) implements Where {}
}
