package dev.tidemark.sink;

import dev.tidemark.data.Schema;
import dev.tidemark.plan.ChunkInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one attempt at a chunk did; written once, and from then on the only truth about the chunk.
///
/// @param chunk     number in the plan
/// @param flow      its flow
/// @param attempt   16 hex digits drawn by the worker
/// @param taken     inputs whose every record is in `files` (or filtered, or set aside)
/// @param deferred  inputs that had changed or could not be read now: the next run's
/// @param gone      inputs that did not exist any more
/// @param files     staged files
/// @param counts    what was read and written
/// @param sinkSchemas schema of the rows per sink of the flow, partition columns included
/// @param newFields a field that the plan's schema does not know and `addNewColumns` wants: the merged schema to plan
/// with
///                  next; null when none was met
/// @param quarantined locations of the inputs with a record that was set aside
/// @param warnings  sentences for the report
/// @param startMillis epoch milliseconds when work began
/// @param endMillis   epoch milliseconds when it ended
public record ChunkResult(
        int chunk,
        String flow,
        String attempt,
        List<ChunkInput> taken,
        List<ChunkInput> deferred,
        List<ChunkInput> gone,
        List<StagedFile> files,
        ChunkCounts counts,
        List<Schema> sinkSchemas,
        @Nullable Schema newFields,
        List<String> quarantined,
        List<String> warnings,
        long startMillis,
        long endMillis) {

    /// Without a record that was set aside.
    public ChunkResult(
            int chunk,
            String flow,
            String attempt,
            List<ChunkInput> taken,
            List<ChunkInput> deferred,
            List<ChunkInput> gone,
            List<StagedFile> files,
            ChunkCounts counts,
            List<Schema> sinkSchemas,
            @Nullable Schema newFields,
            List<String> warnings,
            long startMillis,
            long endMillis) {
        this(
                chunk,
                flow,
                attempt,
                taken,
                deferred,
                gone,
                files,
                counts,
                sinkSchemas,
                newFields,
                List.of(),
                warnings,
                startMillis,
                endMillis);
    }

    public ChunkResult {
        taken = List.copyOf(taken);
        deferred = List.copyOf(deferred);
        gone = List.copyOf(gone);
        files = List.copyOf(files);
        sinkSchemas = List.copyOf(sinkSchemas);
        quarantined = List.copyOf(quarantined);
        warnings = List.copyOf(warnings);
    }
}
