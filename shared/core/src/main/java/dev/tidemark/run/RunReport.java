package dev.tidemark.run;

import dev.tidemark.catalog.SchemaChange;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.FlowCounts;
import dev.tidemark.sink.ChunkCounts;
import dev.tidemark.sink.StagedFile;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a run did, for people and programs. Stored with the run; printed by `--json`.
///
/// @param status  how it ended
/// @param error   what ended it, or null
/// @param mode    bookmark mode by its job-file name
/// @param generationBefore generation it was planned from
/// @param generationAfter  generation after it
/// @param cost    calls up to the writing of this report
/// @param millis  how long the phases took
public record RunReport(
        String job,
        String runId,
        Status status,
        @Nullable Failure error,
        String mode,
        long generationBefore,
        long generationAfter,
        List<FlowReport> flows,
        Cost cost,
        Millis millis) {

    /// The most files of a flow that a report names.
    public static final int MOST_FILES = 10_000;

    public enum Status {
        COMMITTED,
        NOTHING_TO_DO,
        FAILED,
        ABORTED,
        BUSY
    }

    /// @param usd   what the calls cost by list prices; 0 on one machine
    /// @param calls of the ports, by `port.method`; on AWS of its services, by `service.Operation`
    public record Cost(double usd, Map<String, Long> calls) {

        public Cost {
            calls = Collections.unmodifiableMap(new TreeMap<>(calls));
        }

        /// Of the calls so far.
        public static Cost of(Calls calls) {
            return new Cost(calls.usd(), calls.counts());
        }
    }

    public RunReport {
        flows = List.copyOf(flows);
    }

    /// @param type class name of the exception
    public record Failure(String type, String message, boolean retryable) {

        static Failure of(TidemarkException error) {
            return new Failure(error.getClass().getSimpleName(), String.valueOf(error.getMessage()), error.retryable());
        }

        /// Whether files have fields that the run's plan did not know: it did not fail for good, the next one knows
        /// them. Told by the name, as a state machine and an older version pass it on.
        public boolean grew() {
            return type.equals(SchemaGrewException.TYPE);
        }
    }

    /// @param plan    milliseconds of planning
    /// @param process of reading, transforming and staging
    /// @param commit  of the commit, up to the writing of this report
    /// @param total   since the claim
    public record Millis(long plan, long process, long commit, long total) {}

    /// @param deferred    objects that changed while they were read
    /// @param quarantined objects with a record that was set aside
    /// @param files       files made visible, at most [#MOST_FILES]
    /// @param filesTotal  how many there are
    /// @param partitionsCascaded partitions that take over the table's changed columns
    /// @param partitionsAdded partitions that the catalog did not have
    public record FlowReport(
            String name,
            FlowCounts planned,
            long deferred,
            long quarantined,
            ChunkCounts counts,
            long groups,
            long chunks,
            List<StagedFile> files,
            long filesTotal,
            List<Partition> partitionsAdded,
            long filesRemoved,
            List<SchemaChange> schemaChanges,
            long partitionsCascaded,
            List<String> warnings) {

        public FlowReport {
            files = List.copyOf(files);
            partitionsAdded = List.copyOf(partitionsAdded);
            schemaChanges = List.copyOf(schemaChanges);
            warnings = List.copyOf(warnings);
        }
    }
}
