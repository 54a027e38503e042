package dev.tidemark.json;

import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.Place;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.Sink;
import dev.tidemark.partition.HivePath;
import java.util.ArrayList;
import java.util.List;

/// Which folders may lie in which: what a job writes must never be what it reads.
final class FolderRules {

    private FolderRules() {}

    /// @param keys of a sink: its files lie in folders of their names
    private record Folder(Flow flow, String path, Place place, List<String> keys) {
        boolean holds(Folder other) {
            return other.path().startsWith(path());
        }

        /// Whether a folder below this sink is one that its partitions lie in: `country=de/` below a sink by country.
        boolean writesInto(Folder below) {
            if (!holds(below)) {
                return false;
            }
            String[] steps = below.path().substring(path().length()).split("/", -1);
            // The last one is empty: paths end in a slash.
            int depth = steps.length - 1;
            boolean all = depth > 0 && depth <= keys.size();
            for (int i = 0; i < depth && all; i++) {
                String partition = HivePath.escape(keys.get(i)) + "=";
                all = steps[i].regionMatches(true, 0, partition, 0, partition.length());
            }
            return all;
        }
    }

    static void check(Job job, Reading reading) {
        List<Folder> sources = new ArrayList<>();
        List<Folder> sinks = new ArrayList<>();
        List<Folder> quarantines = new ArrayList<>();
        for (Flow flow : job.flows()) {
            if (flow.source() instanceof S3Source s3) {
                for (int i = 0; i < s3.paths().size(); i++) {
                    sources.add(folder(flow, s3.paths().get(i), s3.places().of("paths[" + i + "]")));
                }
            }
            for (Sink sink : flow.sinks()) {
                String path = sink.path();
                if (path != null) {
                    Folder folder = folder(flow, path, sink.places().of("path"));
                    sinks.add(new Folder(flow, folder.path(), folder.place(), sink.partitionKeys()));
                }
            }
            String quarantine = flow.quarantinePath();
            if (quarantine != null) {
                quarantines.add(folder(flow, quarantine, flow.places().of("quarantinePath")));
            }
        }
        refuse(sinks, sources, "The sink lies in the source", "the next run would read what this one wrote.", reading);
        refuse(
                quarantines,
                sinks,
                "quarantinePath lies in the sink",
                "engines would read bad records as rows.",
                reading);
        refuse(
                quarantines,
                sources,
                "quarantinePath lies in the source",
                "the next run would read the bad records again.",
                reading);
        for (Folder source : sources) {
            sinks.stream()
                    .filter(sink -> sink.writesInto(source))
                    .findFirst()
                    .ifPresent(sink -> reading.mistake(
                            sink.place(),
                            "The source " + source.path() + " of flow "
                                    + source.flow().name() + " is a partition of the sink " + sink.path()
                                    + ": the next run would read what this one wrote, and overwriting would delete what it reads.",
                            "Move the sink to a folder beside it."));
            sinks.stream()
                    .filter(sink -> !sink.writesInto(source))
                    .filter(sink -> sink.holds(source) && !source.holds(sink))
                    .findFirst()
                    .ifPresent(sink -> reading.warn(
                            source.place(),
                            "The source lies in the sink " + sink.path()
                                    + ": engines that read the table would read the source's objects too.",
                            "Move one of them to a folder beside the other."));
        }
    }

    private static Folder folder(Flow flow, String path, Place place) {
        return new Folder(flow, path.endsWith("/") ? path : path + "/", place, List.of());
    }

    private static void refuse(
            List<Folder> written, List<Folder> others, String what, String because, Reading reading) {
        for (Folder inner : written) {
            others.stream()
                    .filter(outer -> outer.holds(inner))
                    .findFirst()
                    .ifPresent(outer -> reading.mistake(
                            inner.place(),
                            what + " " + outer.path() + " of flow "
                                    + outer.flow().name() + ": " + because,
                            "Move it to a folder beside it: names with the same beginning are fine."));
        }
    }
}
