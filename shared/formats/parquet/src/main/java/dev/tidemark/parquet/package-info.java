/// Parquet, written from column vectors: own levels, pages and layout over the format's thrift structures.
///
/// Flow of a row group: [dev.tidemark.parquet.Levels] (vectors to definition and repetition levels),
/// [dev.tidemark.parquet.ChunkWriter] (pages, bounds, dictionary), [dev.tidemark.parquet.ParquetFile] (footer).
@NullMarked
package dev.tidemark.parquet;

import org.jspecify.annotations.NullMarked;
