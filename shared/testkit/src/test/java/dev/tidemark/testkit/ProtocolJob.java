package dev.tidemark.testkit;

import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.GroupFiles;
import dev.tidemark.job.Initial;
import dev.tidemark.job.Job;
import dev.tidemark.job.OnBadRecord;
import dev.tidemark.job.OnRewrite;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.job.OptionValues;
import dev.tidemark.job.Places;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.job.UpdateBehavior;
import java.time.ZoneOffset;
import java.util.List;

/// The job that the protocol's tests run: one flow into one partitioned table.
final class ProtocolJob {

    private static final SourceOptions OPTIONS = new SourceOptions(
            List.of(),
            null,
            null,
            "csv",
            OptionValues.NONE,
            List.of(),
            GroupFiles.NONE,
            1,
            null,
            null,
            Initial.ALL,
            Places.NONE);

    private static final S3Source SOURCE =
            new S3Source(List.of("mem:///in/"), List.of(), List.of(), true, S3Access.OWN, OPTIONS, Places.NONE);

    static final Job JOB = job(SinkMode.APPEND, 100);

    /// @param generations that a rewind can reach
    static Job keeping(int generations) {
        return job(SinkMode.APPEND, generations);
    }

    /// Each run replaces what lies in the partitions that it writes.
    static Job overwriting() {
        return job(SinkMode.OVERWRITE_PARTITIONS, 100);
    }

    private static Job job(SinkMode mode, int generations) {
        Sink sink = new Sink(
                "mem:///out/",
                "csv",
                OptionValues.NONE,
                List.of("d"),
                mode,
                false,
                null,
                new CatalogTarget(null, "lake", "t", UpdateBehavior.UPDATE_IN_DATABASE, true, Places.NONE),
                S3Write.PLAIN,
                List.of(),
                Places.NONE);
        Flow flow = new Flow(
                "f",
                SOURCE,
                List.of(),
                List.of(sink),
                OnBadRecord.FAIL,
                null,
                null,
                null,
                OnSchemaChange.ADD_NEW_COLUMNS,
                OnRewrite.REPROCESS,
                null,
                3,
                Places.NONE);
        return new Job(
                "j",
                List.of(),
                BookmarkMode.ENABLE,
                List.of(flow),
                null,
                null,
                ZoneOffset.UTC,
                generations,
                Places.NONE);
    }

    private ProtocolJob() {}
}
