package dev.tidemark.run;

import dev.tidemark.expression.Verdict;
import dev.tidemark.listing.IgnoredReason;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.PartitionFilter;
import dev.tidemark.listing.PathRules;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.FolderLayout;
import dev.tidemark.partition.FolderTrail;
import dev.tidemark.partition.Partition;
import dev.tidemark.spi.ObjectStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the objects of a source: lists only what the predicate cannot rule out, page by page.
///
/// Folders are listed with a delimiter, level by level, down to the last key that the predicate names; below, one
/// flat listing per folder that is kept. A pruned folder is never listed. Hidden folders met on the way down are not
/// either.
public final class Discovery {

    private final ObjectStore store;
    private final List<PathRules> paths;
    private final Findings findings;
    private final Set<Partition> kept = new HashSet<>();
    private final DeclaredKeys declaredKeys = new DeclaredKeys();
    private long pruned;
    private long listed;
    private boolean partitioned;
    private @Nullable Partition lastKept;

    /// @param paths the source's paths in its order; an object below several is found once, below the first that
    ///     reads it
    public Discovery(ObjectStore store, List<PathRules> paths, Findings findings) {
        this.store = store;
        this.paths = List.copyOf(paths);
        this.findings = findings;
    }

    /// Takes what a listing says, in its order.
    public interface Findings {

        void found(SourceObject object, Partition partition);

        void ignored(SourceObject object, IgnoredReason reason);

        /// Whether the walk may end here.
        default boolean enough() {
            return false;
        }
    }

    /// What a walk met.
    ///
    /// @param listed           objects in the listings' answers
    /// @param partitionsPruned folders that the predicate ruled out
    /// @param partitionsKept   partitions with an object to be read, new or not
    /// @param emptyPaths       paths below which nothing at all was listed
    /// @param partitioned      whether a folder with objects said a partition
    public record Walk(
            long listed, long partitionsPruned, long partitionsKept, List<String> emptyPaths, boolean partitioned) {}

    /// Walks all paths.
    ///
    /// @throws dev.tidemark.listing.UnknownPartitionKeyException when the predicate names a key that the folders do
    ///     not have
    /// @throws dev.tidemark.listing.MissingPartitionKeyException when the folders have other keys than declared
    public Walk walk() {
        List<String> empty = new ArrayList<>();
        for (int i = 0; i < paths.size() && !findings.enough(); i++) {
            long before = listed + pruned;
            PathWalk walk = new PathWalk(i);
            walk.folder(paths.get(i).path(), FolderTrail.START);
            walk.refuseNoKeysAtAll();
            if (listed + pruned == before) {
                empty.add(paths.get(i).path());
            }
        }
        if (pruned == 0 && !findings.enough()) {
            declaredKeys.check(paths);
        }
        return new Walk(listed, pruned, kept.size(), empty, partitioned);
    }

    /// The walk below one path.
    private final class PathWalk {

        private final PathRules rules;
        private final List<PathRules> overlapping;
        private PathRules.@Nullable Folder folder;
        private long outside;
        private boolean anyKey;

        PathWalk(int number) {
            this.rules = paths.get(number);
            this.overlapping = paths.subList(0, number).stream()
                    .filter(earlier -> rules.path().startsWith(earlier.path())
                            || earlier.path().startsWith(rules.path()))
                    .toList();
        }

        void folder(String prefix, FolderTrail trail) {
            if (rules.recurse()
                    && rules.filter().keys().stream()
                            .noneMatch(key -> rules.layout().mayFind(trail, key))) {
                flat(prefix);
            } else {
                level(prefix, trail);
            }
        }

        private void flat(String prefix) {
            String token = null;
            do {
                ListPage page = store.list(prefix, false, token);
                page.objects().forEach(this::object);
                token = page.next();
            } while (token != null && !findings.enough());
        }

        private void level(String prefix, FolderTrail trail) {
            List<String> folders = new ArrayList<>();
            long before = outside;
            String token = null;
            do {
                ListPage page = store.list(prefix, true, token);
                page.objects().forEach(this::object);
                folders.addAll(page.prefixes());
                token = page.next();
            } while (token != null && !findings.enough());
            if (folders.isEmpty() && outside > before && !findings.enough()) {
                refuseMissingKey(prefix, trail);
            }
            for (String below : folders) {
                if (findings.enough()) {
                    return;
                }
                below(prefix, below, trail);
            }
        }

        private void below(String prefix, String below, FolderTrail trail) {
            String name = below.substring(prefix.length(), below.length() - 1);
            FolderTrail next = rules.layout().below(trail, name);
            boolean partition = next.partitions() > trail.partitions();
            if (PathRules.hiddenFolder(name) || (!partition && !rules.recurse())) {
                return;
            }
            PartitionFilter filter = rules.filter();
            if (partition && filter.test(next.under(filter.keys())) == Verdict.FALSE) {
                pruned++;
                anyKey = true;
                return;
            }
            folder(below, next);
        }

        /// A folder of objects, below folders that name partition keys, but not the one that the predicate wants.
        private void refuseMissingKey(String prefix, FolderTrail trail) {
            if (trail.partitions() > 0 && rules.layout() instanceof FolderLayout.Found) {
                if (!rules.filter().keys().stream().allMatch(trail::knows)) {
                    throw rules.filter().unknownKey(prefix, trail.known().keys());
                }
            }
        }

        /// Objects, but no folder that is a partition, and a predicate that asks for one. A walk that ended early may
        /// not have come to the folders yet.
        void refuseNoKeysAtAll() {
            boolean found = rules.layout() instanceof FolderLayout.Found;
            if (found && outside > 0 && !anyKey && !rules.filter().keys().isEmpty() && !findings.enough()) {
                throw rules.filter().unknownKey(rules.path(), List.of());
            }
        }

        private void object(SourceObject object) {
            listed++;
            String location = object.location();
            PathRules.Folder here = folder;
            if (here == null
                    || !location.startsWith(here.prefix())
                    || location.indexOf('/', here.prefix().length()) >= 0) {
                here = rules.folderOf(location);
                folder = here;
                partitioned |= here.ignored() != IgnoredReason.HIDDEN
                        && !here.trail().known().keys().isEmpty();
            }
            IgnoredReason ignored = rules.ignored(here, object);
            declaredKeys.met(rules, here, ignored);
            Partition partition = here.partition();
            anyKey |= here.trail().partitions() > 0;
            outside += ignored == IgnoredReason.OUTSIDE_PARTITIONS ? 1 : 0;
            if (ignored != null || partition == null) {
                findings.ignored(object, ignored == null ? IgnoredReason.OUTSIDE_PARTITIONS : ignored);
            } else if (readBelowEarlierPath(object)) {
                findings.ignored(object, IgnoredReason.DUPLICATE);
            } else {
                keep(partition);
                findings.found(object, partition);
            }
        }

        private boolean readBelowEarlierPath(SourceObject object) {
            for (PathRules earlier : overlapping) {
                if (object.location().startsWith(earlier.path())
                        && earlier.ignored(earlier.folderOf(object.location()), object) == null) {
                    return true;
                }
            }
            return false;
        }
    }

    private void keep(Partition partition) {
        if (!partition.equals(lastKept) && !partition.keys().isEmpty()) {
            kept.add(partition);
            lastKept = partition;
        }
    }
}
