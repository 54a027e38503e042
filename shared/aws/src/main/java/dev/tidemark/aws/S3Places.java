package dev.tidemark.aws;

import dev.tidemark.job.CatalogSource;
import dev.tidemark.job.Flow;
import dev.tidemark.job.JdbcSource;
import dev.tidemark.job.Job;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// How each location of a job is reached and written: the `s3` block of the source or sink whose path it lies under.
///
/// @param entries the longest paths first
/// @param others  for locations under none of them: a catalog source's partitions, the state
record S3Places(List<Entry> entries, S3Write others) {

    static final S3Places OWN = new S3Places(List.of(), S3Write.PLAIN);

    record Entry(String path, S3Write settings) {

        /// A path without a slash at its end is a folder, or an object: neighbours that begin like it are neither.
        boolean holds(String location) {
            return location.startsWith(path)
                    && (path.endsWith("/")
                            || location.length() == path.length()
                            || location.charAt(path.length()) == '/');
        }
    }

    S3Places {
        entries = entries.stream()
                .sorted(Comparator.comparingInt((Entry entry) -> entry.path.length())
                        .reversed())
                .toList();
    }

    /// @param stateRoot where the job's own objects lie: always reached plainly
    /// @throws NotS3Exception           when a path of the job is not in S3
    /// @throws DirectoryBucketException when it lies in a directory bucket
    static S3Places of(Job job, String stateRoot) {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry(stateRoot, S3Write.PLAIN));
        S3Write others = S3Write.PLAIN;
        for (Flow flow : job.flows()) {
            switch (flow.source()) {
                case S3Source s3 -> s3.paths().forEach(path -> entries.add(new Entry(path, reading(s3.access()))));
                case CatalogSource catalog -> others = reading(catalog.access());
                case JdbcSource _ -> {}
            }
            for (Sink sink : flow.sinks()) {
                if (sink.path() != null) {
                    entries.add(new Entry(sink.path(), sink.s3()));
                }
            }
        }
        entries.forEach(entry -> S3Location.of(entry.path));
        return new S3Places(entries, others);
    }

    private static S3Write reading(S3Access access) {
        return new S3Write(access, null, null, null, null, Map.of());
    }

    S3Write at(String location) {
        return entries.stream()
                .filter(entry -> entry.holds(location))
                .map(Entry::settings)
                .findFirst()
                .orElse(others);
    }
}
