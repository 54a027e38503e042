package dev.tidemark.spi;

/// Where readers and transforms put records that are wrong. The flow's `onBadRecord` decides what happens.
@FunctionalInterface
public interface BadRecords {

    /// Takes one record. The caller then goes on with the next.
    ///
    /// @throws BadRecordException when the flow's policy is to fail, or too many were bad
    void reject(BadRecord record);
}
