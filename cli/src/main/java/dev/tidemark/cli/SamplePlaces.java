package dev.tidemark.cli;

import dev.tidemark.listing.IgnoredReason;
import dev.tidemark.listing.PartitionFilter;
import dev.tidemark.listing.PathRules;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.partition.FolderLayout;
import dev.tidemark.partition.HivePath;
import dev.tidemark.partition.Partition;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Where a job finds its samples: the paths of its source, none of which lies in another one, so chosen that the rules
/// of runs let every sample through.
///
/// @param paths     relative to the job file's folder; folders end in a slash
/// @param besideJob whether samples stand for themselves, as their folder holds the job file too, and its state
record SamplePlaces(List<String> paths, boolean besideJob) {

    SamplePlaces {
        paths = List.copyOf(paths);
    }

    /// @throws UsageException when a run would pass a sample over
    static SamplePlaces of(List<Path> files, Path jobFolder) {
        Set<Path> all = new TreeSet<>();
        files.forEach(file -> all.add(source(file, jobFolder)));
        List<Path> outermost = all.stream()
                .filter(path -> all.stream().noneMatch(other -> !other.equals(path) && path.startsWith(other)))
                .toList();
        Set<Path> samples = new TreeSet<>();
        files.forEach(file -> samples.add(absolute(file)));
        List<Placed> placed = samples.stream()
                .map(sample -> placed(sample, outermost, samples))
                .toList();
        refuseMixedKeys(placed);
        List<String> paths = new ArrayList<>();
        boolean besideJob = false;
        for (Path path : outermost) {
            besideJob |= samples.contains(path);
            paths.add(relative(path, jobFolder, !samples.contains(path)));
        }
        return new SamplePlaces(paths, besideJob);
    }

    /// @param partition what its folders say
    private record Placed(Path sample, Partition partition) {}

    private static Path absolute(Path file) {
        return file.toAbsolutePath().normalize();
    }

    /// The sample's folder without its k=v folders; the sample itself where the job file lies in that folder.
    private static Path source(Path file, Path jobFolder) {
        Path sample = absolute(file);
        Path parent = Objects.requireNonNull(sample.getParent());
        Path folder = parent;
        while (folder.getFileName() != null
                && saysPartition(folder.getFileName().toString())) {
            folder = Objects.requireNonNull(folder.getParent());
        }
        // Below k=v folders no job file is taken for data.
        return folder.equals(parent) && jobFolder.startsWith(parent) ? sample : folder;
    }

    private static boolean saysPartition(String folder) {
        return HivePath.read(folder) != null && !PathRules.hiddenFolder(folder);
    }

    private static Placed placed(Path sample, List<Path> sources, Set<Path> samples) {
        Path source = sources.stream().filter(sample::startsWith).findFirst().orElseThrow();
        if (samples.contains(source)) {
            return new Placed(sample, Partition.NONE);
        }
        String root = LocalPaths.location(source);
        PathRules rules = new PathRules(
                root.endsWith("/") ? root : root + "/",
                new FolderLayout.Found(),
                PartitionFilter.ALL,
                List.of(),
                Set.of(),
                true,
                false);
        SourceObject object = new SourceObject(LocalPaths.location(sample), 1, Instant.EPOCH, "", null);
        PathRules.Folder folder = rules.folderOf(object.location());
        IgnoredReason ignored = rules.ignored(folder, object);
        if (ignored != null) {
            throw new UsageException(
                    ("No run would read the sample %s from the folder %s: %s. Rename it, or call init for it alone after"
                                    + " a move to a folder of its own.")
                            .formatted(Shown.of(sample), Shown.of(source), ignored.because()));
        }
        return new Placed(sample, folder.partition() == null ? Partition.NONE : folder.partition());
    }

    /// A run reads those in folders of the same keys and no others.
    private static void refuseMixedKeys(List<Placed> placed) {
        Placed first = placed.getFirst();
        for (Placed other : placed) {
            if (!folded(other).equals(folded(first))) {
                throw new UsageException(
                        ("The samples %s and %s lie in folders of different partition keys, %s and %s, and a flow has the"
                                        + " same for all. Call init once for each, and keep them in folders of their"
                                        + " own.")
                                .formatted(
                                        Shown.of(first.sample()), Shown.of(other.sample()), keys(first), keys(other)));
            }
        }
    }

    private static List<String> folded(Placed placed) {
        return placed.partition().keys().stream()
                .map(key -> key.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String keys(Placed placed) {
        List<String> keys = placed.partition().keys();
        return keys.isEmpty() ? "none" : Shown.of(String.join(", ", keys));
    }

    private static String relative(Path path, Path jobFolder, boolean folder) {
        String relative = jobFolder.relativize(path).toString();
        String dotted = relative.equals("..") || relative.startsWith("../") ? relative : "./" + relative;
        return folder && !dotted.endsWith("/") ? dotted + "/" : dotted;
    }
}
