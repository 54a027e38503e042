package dev.tidemark.spi;

import dev.tidemark.data.Schema;
import java.util.List;

/// Writes one format. Found by ServiceLoader, held by `FormatContract` in the testkit. Stateless, safe for many
/// threads.
public interface FormatWriter {

    /// The job file's name of the format.
    String format();

    /// Every option that a sink of this format accepts.
    List<FormatOption> options();

    /// What file names end in under these options, without a leading dot: `parquet`, `csv.gz`.
    String extension(FormatOptions options);

    /// Refuses what this format cannot hold. A job file is checked before anything is read, one column at a time and
    /// as far as types are known, so what is wrong with a column must show for a schema of it alone; the plan asks
    /// again with all of them.
    ///
    /// @throws dev.tidemark.data.TidemarkException naming the column and the way out
    void check(Schema schema, FormatOptions options);

    /// A new file. Columns of the batches handed over are those of `schema`, in order.
    FileWriter create(StagedOutput output, Schema schema, FormatOptions options);
}
