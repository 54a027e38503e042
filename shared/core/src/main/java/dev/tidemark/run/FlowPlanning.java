package dev.tidemark.run;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Initial;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.Sink;
import dev.tidemark.listing.IgnoredReason;
import dev.tidemark.listing.PathGlob;
import dev.tidemark.listing.PathRules;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.FolderLayout;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.Intake;
import dev.tidemark.plan.PlannedFlow;
import dev.tidemark.plan.Planner;
import dev.tidemark.spi.ObjectStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lists a flow's source and plans its part of a run.
public final class FlowPlanning {

    private final ObjectStore store;
    private final Flow flow;
    private final List<PathRules> paths;
    private final boolean acceptRewritten;

    /// @param paths           of the source ([SourceRules]), or a catalog's partitions
    /// @param acceptRewritten `--accept-rewritten`
    public FlowPlanning(ObjectStore store, Flow flow, List<PathRules> paths, boolean acceptRewritten) {
        this.store = store;
        this.flow = flow;
        this.paths = List.copyOf(paths);
        this.acceptRewritten = acceptRewritten;
    }

    /// Plans what no run has read.
    ///
    /// @throws SourcePathNotFoundException  at the first run, or when everything is read: a path holds nothing
    /// @throws dev.tidemark.listing.UnknownPartitionKeyException the predicate names a key that the folders do not
    ///     have
    /// @throws dev.tidemark.plan.MassRewriteException     so much was rewritten that somebody must say yes
    /// @throws dev.tidemark.plan.RewrittenObjectException under `onRewrite: fail`
    public PlannedFlow plan(BookmarkView view) {
        Intake intake = intake(view.known());
        Planner.Met met = meet(intake, view);
        return new Planner(flow, view.mode(), view.firstRun(), acceptRewritten).plan(intake, met);
    }

    /// Everything that no run has read, in key order: however much a run may take, and whatever it would record
    /// unread.
    ///
    /// @throws SourcePathNotFoundException as above
    /// @throws dev.tidemark.listing.UnknownPartitionKeyException as above
    List<SourceObject> pending(BookmarkView view) {
        Intake intake = intake(view.known());
        Planner.Met met = meet(intake, view);
        return intake.pending(met.partitioned()).stream()
                .map(ChunkInput::object)
                .toList();
    }

    /// Any object that there is to be read, known or not. Lists no further than to it.
    ///
    /// @throws dev.tidemark.listing.UnknownPartitionKeyException as above
    Optional<ChunkInput> any() {
        Intake intake = intake(Bookmark.EMPTY);
        boolean[] enough = new boolean[1];
        Discovery.Findings all = findings(intake);
        Discovery.Walk walk = new Discovery(store, paths, new Discovery.Findings() {
                    @Override
                    public void found(SourceObject object, Partition partition) {
                        all.found(object, partition);
                        enough[0] = true;
                    }

                    @Override
                    public void ignored(SourceObject object, IgnoredReason reason) {
                        all.ignored(object, reason);
                    }

                    @Override
                    public boolean enough() {
                        return enough[0];
                    }
                })
                .walk();
        for (String empty : walk.emptyPaths()) {
            if (enough[0]) {
                break;
            }
            enough[0] = single(empty, intake);
        }
        return intake.pending(walk.partitioned()).stream().findFirst();
    }

    /// Lists the source into `intake`.
    private Planner.Met meet(Intake intake, BookmarkView view) {
        Discovery.Walk walk = new Discovery(store, paths, findings(intake)).walk();
        List<String> warnings = new ArrayList<>();
        long listed = walk.listed();
        for (String empty : walk.emptyPaths()) {
            if (single(empty, intake)) {
                listed++;
            } else if (view.firstRun() || view.mode() == BookmarkMode.DISABLE) {
                throw new SourcePathNotFoundException(flow.name(), empty);
            } else {
                warnings.add("There is no object below " + empty + ".");
            }
        }
        return new Planner.Met(listed, walk.partitionsPruned(), walk.partitionsKept(), walk.partitioned(), warnings);
    }

    /// Plans a range of earlier runs, `--from A --to B`, without any listing.
    ///
    /// @param inputs what the generations of kind commit after A up to and including B took in, oldest first; of
    ///     several versions of a key the last counts
    public PlannedFlow planRange(List<SourceObject> inputs) {
        Map<String, SourceObject> last = new LinkedHashMap<>();
        inputs.forEach(object -> last.put(object.location(), object));
        Intake intake = intake(Bookmark.EMPTY);
        Set<Partition> kept = new HashSet<>();
        for (SourceObject object : last.values()) {
            Placed placed = place(object);
            if (placed.ignored() == null && placed.partition() != null) {
                if (!placed.partition().keys().isEmpty()) {
                    kept.add(placed.partition());
                }
                intake.found(object, placed.partition());
            } else {
                intake.ignored(object, placed.ignored() == null ? IgnoredReason.OUTSIDE_PATHS : placed.ignored());
            }
        }
        Planner.Met met = new Planner.Met(last.size(), 0, kept.size(), !kept.isEmpty(), List.of());
        return new Planner(flow, BookmarkMode.PAUSE, false, acceptRewritten).plan(intake, met);
    }

    /// Why an object is, or is not, read by the next run. Looks at the object, and lists the source only where keys
    /// are found from folders and the object lies in none.
    public Explanation explain(String location, BookmarkView view) {
        Optional<SourceObject> head = location.endsWith("/") ? Optional.empty() : store.head(location);
        SourceObject object = head.orElse(new SourceObject(location, 1, Instant.EPOCH, "", null));
        Placed placed = place(object);
        IgnoredReason ignored = placed.ignored();
        String path = placed.path();
        if (path == null) {
            return new Explanation(
                    location,
                    false,
                    "outsidePaths",
                    location + " is not read: it lies below none of the source's paths.",
                    null);
        }
        if (ignored != null) {
            return new Explanation(
                    location,
                    false,
                    ignored.wireName(),
                    location + " is not read: " + ignored.because() + detail(object, placed) + ".",
                    path);
        }
        if (amongPartitions(placed)) {
            return new Explanation(
                    location,
                    false,
                    IgnoredReason.OUTSIDE_PARTITIONS.wireName(),
                    location + " is not read: " + IgnoredReason.OUTSIDE_PARTITIONS.because() + ".",
                    path);
        }
        if (head.isEmpty()) {
            return new Explanation(
                    location, false, "absent", location + " is not read: there is no such object.", path);
        }
        return againstBookmark(object, path, view);
    }

    private Explanation againstBookmark(SourceObject object, String path, BookmarkView view) {
        String location = object.location();
        return switch (view.known().lookup(location, object.etag(), object.sizeBytes())) {
            case KNOWN ->
                new Explanation(
                        location,
                        false,
                        "alreadyProcessed",
                        location + " is not read: this version (ETag " + object.etag()
                                + ") was taken in before, by a committed run or by bookmark set-now.",
                        path);
            case REWRITTEN ->
                switch (flow.onRewrite()) {
                    case REPROCESS ->
                        new Explanation(
                                location,
                                true,
                                "rewritten",
                                location + " is read again as a whole: another version of it was taken in before.",
                                path);
                    case SKIP ->
                        new Explanation(
                                location,
                                false,
                                IgnoredReason.REWRITE_SKIPPED.wireName(),
                                location + " is not read: " + IgnoredReason.REWRITE_SKIPPED.because() + ".",
                                path);
                    case FAIL ->
                        new Explanation(
                                location,
                                false,
                                "rewritten",
                                location + " makes the next run fail: another version of it was taken in before, and "
                                        + "`onRewrite: fail`.",
                                path);
                };
            case NEW ->
                view.firstRun()
                                && flow.source().options().initial() == Initial.NOW
                                && view.mode() != BookmarkMode.DISABLE
                        ? new Explanation(
                                location,
                                false,
                                IgnoredReason.INITIAL_NOW.wireName(),
                                location + " is not read: " + IgnoredReason.INITIAL_NOW.because() + ".",
                                path)
                        : new Explanation(location, true, "new", location + " is read: it is new.", path);
        };
    }

    private String detail(SourceObject object, Placed placed) {
        if (placed.ignored() == IgnoredReason.EXCLUDED) {
            for (PathRules rules : paths) {
                PathGlob glob = object.location().startsWith(rules.path()) ? rules.excludedBy(object.location()) : null;
                if (glob != null) {
                    return " (" + glob + ")";
                }
            }
        }
        Partition partition = placed.partition();
        return placed.ignored() == IgnoredReason.PRUNED && partition != null ? " " + partition.asMap() : "";
    }

    /// Whether an object without partition lies beside folders that say one, where keys are found and not declared.
    private boolean amongPartitions(Placed placed) {
        Partition partition = placed.partition();
        String path = placed.path();
        boolean found = paths.stream()
                .anyMatch(rules -> rules.path().equals(path) && rules.layout() instanceof FolderLayout.Found);
        if (!found || path == null || partition == null || !partition.keys().isEmpty()) {
            return false;
        }
        // Only the walk that a plan makes knows: a folder k=v without an object that counts says no partition.
        return new Discovery(store, paths, NOTHING).walk().partitioned();
    }

    private Intake intake(Bookmark bookmark) {
        boolean refresh = flow.sinks().stream().anyMatch(Sink::refreshTouched);
        return new Intake(flow.name(), bookmark, refresh);
    }

    /// A path that names one object and no folder, as Glue allows.
    private boolean single(String emptyPath, Intake intake) {
        String location = emptyPath.substring(0, emptyPath.length() - 1);
        if (!(flow.source() instanceof S3Source source) || !source.paths().contains(location)) {
            return false;
        }
        Optional<SourceObject> object = store.head(location);
        object.ifPresent(found -> intake.found(found, Partition.NONE));
        return object.isPresent();
    }

    private record Placed(
            @Nullable String path,
            @Nullable Partition partition,
            @Nullable IgnoredReason ignored) {}

    /// Where the rules put an object, without looking at anything else.
    private Placed place(SourceObject object) {
        Placed first = new Placed(null, null, null);
        for (PathRules rules : paths) {
            String location = object.location();
            if (location.equals(rules.path().substring(0, rules.path().length() - 1))) {
                return new Placed(rules.path(), Partition.NONE, null);
            }
            if (!location.startsWith(rules.path())) {
                continue;
            }
            PathRules.Folder folder = rules.folderOf(location);
            Placed here = new Placed(rules.path(), folder.partition(), rules.ignored(folder, object));
            if (here.ignored() == null) {
                return here;
            }
            first = first.path() == null ? here : first;
        }
        return first;
    }

    private static final Discovery.Findings NOTHING = new Discovery.Findings() {
        @Override
        public void found(SourceObject object, Partition partition) {}

        @Override
        public void ignored(SourceObject object, IgnoredReason reason) {}
    };

    private static Discovery.Findings findings(Intake intake) {
        return new Discovery.Findings() {
            @Override
            public void found(SourceObject object, Partition partition) {
                intake.found(object, partition);
            }

            @Override
            public void ignored(SourceObject object, IgnoredReason reason) {
                intake.ignored(object, reason);
            }
        };
    }
}
