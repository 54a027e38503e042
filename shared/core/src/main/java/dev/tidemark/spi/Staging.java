package dev.tidemark.spi;

import dev.tidemark.sink.StagedFile;
import java.util.List;

/// Output files that are stored but not visible. Safe for many threads. `StagingContract` checks it.
///
/// S3: uncompleted multipart uploads. Local: files under `<root>/.tidemark-staged/<runId>/`, on the file system of
/// the root.
public interface Staging {

    /// Begins a hidden file that will appear at `target` (below `root`) when completed.
    StagedUpload open(String root, String runId, String target);

    /// Makes files visible under their targets, durably (their folders included). Doing it again changes nothing.
    ///
    /// @return the files that are neither staged nor at their target: lost, or (S3) in the middle of another
    ///     completion
    List<StagedFile> complete(List<StagedFile> files);

    /// Drops hidden files for good. Files already completed or discarded are left as they are.
    void discard(List<StagedFile> files);

    /// Drops everything hidden under `root` that belongs to the run. To be called for ended runs only (PROTOCOL
    /// "discard").
    ///
    /// @return how many hidden files were dropped
    int discardRun(String root, String runId);

    /// Ids of the runs that have hidden files under `root`.
    List<String> runs(String root);

    /// When the store itself drops hidden files under `root`.
    StagedExpiry expiry(String root);
}
