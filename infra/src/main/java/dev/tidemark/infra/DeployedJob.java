package dev.tidemark.infra;

import dev.tidemark.infra.StageSettings.AccessPoint;
import dev.tidemark.infra.StageSettings.JobSettings;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.CatalogSource;
import dev.tidemark.job.Flow;
import dev.tidemark.job.JdbcSource;
import dev.tidemark.job.Job;
import dev.tidemark.job.NotBuiltException;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.Sink;
import dev.tidemark.job.Unbuilt;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.json.JobJson;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// A job as a stage runs it: its file with the stage's params, read and checked, and where it reads and writes.
///
/// @param reads  paths of its sources
/// @param writes sinks and quarantines outside the stage's own bucket
record DeployedJob(Job job, JobSettings settings, List<S3Place> reads, List<S3Place> writes) {

    private static final long MB = 1 << 20;

    /// Lambda's own limits are 128 and 10,240; a JVM with the formats in it does not start in less than this.
    static final int LEAST_MEMORY_MB = 512;

    static final int MOST_MEMORY_MB = 10_240;

    DeployedJob {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }

    /// @throws dev.tidemark.job.JobFileException when the job file is wrong
    /// @throws NotBuiltException                 when this version cannot run it
    /// @throws JobNotDeployableException         when its places are not known before it runs
    static DeployedJob read(JobSettings settings, Map<String, AccessPoint> accessPoints) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(settings.file());
        } catch (IOException e) {
            throw new StageFileException(
                    settings.file().toString(),
                    "it is named as a job's file and cannot be read (" + e.getMessage() + ")",
                    "Name the job's file relative to the stage's file: jobs: [ { file: … } ].");
        }
        // The functions know the formats and their options; here they are taken as they are.
        Job job = JobFile.read(
                        bytes,
                        settings.file().toString(),
                        settings.params(),
                        Map.of(),
                        String.valueOf(settings.file().toAbsolutePath().getParent()),
                        new FormatCatalogue(Map.of(), Map.of()))
                .job();
        Unbuilt.check(job).ifPresent(notBuilt -> {
            throw notBuilt;
        });
        return of(job, settings, accessPoints);
    }

    static DeployedJob of(Job job, JobSettings settings, Map<String, AccessPoint> accessPoints) {
        List<S3Place> reads = new ArrayList<>();
        List<S3Place> writes = new ArrayList<>();
        for (Flow flow : job.flows()) {
            switch (flow.source()) {
                case S3Source s3 -> s3.paths().forEach(path -> reads.add(S3Place.of(job.name(), path, accessPoints)));
                case CatalogSource _, JdbcSource _ ->
                    throw new JobNotDeployableException(
                            job.name(),
                            "flow " + flow.name() + " reads a table, and where that lies is not known before it runs",
                            "Read the table's files by their path: source: { s3: { paths: [ … ] } }.");
            }
            for (Sink sink : flow.sinks()) {
                if (sink.path() == null) {
                    throw new JobNotDeployableException(
                            job.name(),
                            "a sink of flow " + flow.name()
                                    + " has no path, so that nothing says where the job may write",
                            "Write the table's location as the sink's path.");
                }
                writes.add(S3Place.of(job.name(), sink.path(), accessPoints));
            }
            if (flow.quarantinePath() != null) {
                writes.add(S3Place.of(job.name(), flow.quarantinePath(), accessPoints));
            }
        }
        DeployedJob deployed = new DeployedJob(job, settings, reads, writes);
        if (deployed.memoryMb() < LEAST_MEMORY_MB || deployed.memoryMb() > MOST_MEMORY_MB) {
            throw new JobNotDeployableException(
                    job.name(),
                    "its memory is " + deployed.memoryMb() + " MB, and a Lambda function has " + LEAST_MEMORY_MB
                            + " to " + MOST_MEMORY_MB,
                    "Write memory: 3GB, or leave it out for " + StageNames.MEMORY_MB + " MB.");
        }
        if (settings.alarmAfterHours() != null && job.bookmark() != BookmarkMode.ENABLE) {
            throw new JobNotDeployableException(
                    job.name(),
                    "its bookmark is not enabled, so that its commits make no generations, and an alarm that counts the"
                            + " hours since the last one would ring for ever",
                    "Leave out alarmAfterHours, or write bookmark: enable in the job file.");
        }
        return deployed;
    }

    /// Of a worker, in MB as Lambda counts them.
    int memoryMb() {
        Long bytes = job.memoryBytes();
        return bytes == null ? StageNames.MEMORY_MB : Math.toIntExact(Math.min(Math.ceilDiv(bytes, MB), 1 << 30));
    }

    String name() {
        return job.name();
    }

    /// What Plan copies into each run's folder.
    byte[] canonical() {
        return JobJson.write(job);
    }

    /// Where it lies in the stage's bucket.
    String key() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(canonical());
            return "jobs/%s/%s.json".formatted(name(), HexFormat.of().formatHex(hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
