package dev.tidemark.job;

/// From where a flow reads.
public sealed interface Source permits S3Source, CatalogSource, JdbcSource {

    SourceOptions options();

    /// Of the `s3`, `catalog` or `jdbc` block and its keys.
    Places places();
}
