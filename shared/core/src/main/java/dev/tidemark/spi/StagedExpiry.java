package dev.tidemark.spi;

import java.time.Duration;

/// When a store drops hidden files by a rule of its own, whatever their run is doing.
public sealed interface StagedExpiry {

    /// No rule does.
    record Never() implements StagedExpiry {}

    /// @param age since the file was begun
    record After(Duration age) implements StagedExpiry {}

    /// The store does not say.
    ///
    /// @param why one sentence with the way out
    record Unknown(String why) implements StagedExpiry {}
}
