package dev.tidemark.listing;

import dev.tidemark.partition.FolderLayout;
import dev.tidemark.partition.FolderTrail;
import dev.tidemark.partition.Partition;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is read of the objects below one path of a source, and why the others are not. Pure.
///
/// @param path           full location ending in `/`
/// @param layout         how folders say the partition
/// @param filter         which partitions are kept
/// @param exclusions     globs of keys that are left out
/// @param storageClasses S3's names of classes that are left out, in upper case
/// @param recurse        whether folders that are no partitions are gone into
/// @param neverEmpty     whether a file of the source's format always has bytes (Parquet, ORC, Avro)
public record PathRules(
        String path,
        FolderLayout layout,
        PartitionFilter filter,
        List<PathGlob> exclusions,
        Set<String> storageClasses,
        boolean recurse,
        boolean neverEmpty) {

    private static final List<String> NEVER_EMPTY = List.of(".parquet", ".orc", ".avro");
    private static final String FOLDER_SUFFIX = "_$folder$";

    public PathRules {
        if (!path.endsWith("/")) {
            throw new IllegalArgumentException("a path ends in / but this does not: " + path);
        }
        exclusions = List.copyOf(exclusions);
        storageClasses = Set.copyOf(storageClasses);
    }

    /// What all objects directly in one folder have in common.
    ///
    /// @param prefix    full location of the folder, ending in `/`
    /// @param trail     what the folders say
    /// @param partition null when they do not say it
    /// @param ignored   why nothing in it is read, or null
    public record Folder(
            String prefix,
            FolderTrail trail,
            @Nullable Partition partition,
            @Nullable IgnoredReason ignored) {}

    /// The folder that holds `location`, which lies below the path.
    public Folder folderOf(String location) {
        int end = location.lastIndexOf('/') + 1;
        FolderTrail trail = FolderTrail.START;
        IgnoredReason ignored = null;
        for (int from = path.length(); from < end; ) {
            int slash = location.indexOf('/', from);
            String name = location.substring(from, slash);
            FolderTrail next = layout.below(trail, name);
            if (hiddenFolder(name)) {
                ignored = IgnoredReason.HIDDEN;
            } else if (ignored == null && !recurse && next.partitions() == trail.partitions()) {
                ignored = IgnoredReason.NOT_RECURSED;
            }
            trail = next;
            from = slash + 1;
        }
        Partition partition = layout.partition(trail);
        if (ignored == null) {
            ignored = outsideOrPruned(trail, partition);
        }
        return new Folder(location.substring(0, end), trail, partition, ignored);
    }

    /// Why an object in `folder` is not read, or null when it is.
    public @Nullable IgnoredReason ignored(Folder folder, SourceObject object) {
        String location = object.location();
        int name = folder.prefix().length();
        if (name == location.length() || location.endsWith(FOLDER_SUFFIX)) {
            return IgnoredReason.FOLDER_MARKER;
        }
        if (folder.ignored() == IgnoredReason.HIDDEN || location.charAt(name) == '_' || location.charAt(name) == '.') {
            return IgnoredReason.HIDDEN;
        }
        if (!exclusions.isEmpty() && excludedBy(location) != null) {
            return IgnoredReason.EXCLUDED;
        }
        if (folder.ignored() != null) {
            return folder.ignored();
        }
        String storageClass = object.storageClass();
        if (!storageClasses.isEmpty() && storageClasses.contains(storageClass == null ? "STANDARD" : storageClass)) {
            return IgnoredReason.STORAGE_CLASS;
        }
        return object.sizeBytes() == 0 && (neverEmpty || hasNeverEmptyName(location)) ? IgnoredReason.EMPTY_FILE : null;
    }

    /// The first exclusion that matches, or null.
    public @Nullable PathGlob excludedBy(String location) {
        String key = location.substring(path.length());
        for (PathGlob glob : exclusions) {
            if (glob.matches(location, key)) {
                return glob;
            }
        }
        return null;
    }

    /// Whether a folder's name hides everything below it.
    public static boolean hiddenFolder(String name) {
        return name.startsWith(".") || (name.startsWith("_") && name.indexOf('=') < 0);
    }

    private @Nullable IgnoredReason outsideOrPruned(FolderTrail trail, @Nullable Partition partition) {
        if (partition == null) {
            return IgnoredReason.OUTSIDE_PARTITIONS;
        }
        FolderTrail whole = partition.equals(trail.known()) ? trail : new FolderTrail(0, 0, partition);
        if (!filter.keys().stream().allMatch(whole::knows)) {
            return IgnoredReason.OUTSIDE_PARTITIONS;
        }
        return switch (filter.test(whole.under(filter.keys()))) {
            case TRUE, UNKNOWN -> null;
            case FALSE -> IgnoredReason.PRUNED;
        };
    }

    private static boolean hasNeverEmptyName(String location) {
        String lower = location.substring(Math.max(0, location.length() - 8)).toLowerCase(Locale.ROOT);
        return NEVER_EMPTY.stream().anyMatch(lower::endsWith);
    }
}
