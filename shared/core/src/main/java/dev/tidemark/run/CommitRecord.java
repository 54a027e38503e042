package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.sink.StagedFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a decided commit does. Whoever settles it follows this record alone, never the job file.
///
/// @param runId   the run
/// @param attempt of the commit that wrote it
/// @param base    generation the run was planned from
/// @param files   to be completed
/// @param remove  published objects to be deleted after the adds, by name
/// @param catalog changes of tables
/// @param next    the generation to be made, or null when bookmarks stay (pause, disable)
/// @param wake    whether objects are left for another run (deferred, bounded)
/// @param inputs  name of the manifest of inputs taken in
/// @param report  name of the report
public record CommitRecord(
        String runId,
        String attempt,
        long base,
        List<StagedFile> files,
        List<String> remove,
        List<CatalogChange> catalog,
        @Nullable Generation next,
        boolean wake,
        String inputs,
        String report) {

    public CommitRecord {
        files = List.copyOf(files);
        remove = List.copyOf(remove);
        catalog = List.copyOf(catalog);
    }
}
