package dev.tidemark.plan;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.listing.IgnoredReason;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.Partition;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Holds what a listing finds against a bookmark, object by object, and keeps only what is new.
///
/// So a listing of a million known objects needs memory for none of them. Not for use by several threads.
public final class Intake {

    private final String flow;
    private final Bookmark bookmark;
    private final boolean keepKnown;
    private final List<ChunkInput> pending = new ArrayList<>();
    private final List<ChunkInput> known = new ArrayList<>();
    private final Map<IgnoredReason, Long> ignored = new EnumMap<>(IgnoredReason.class);
    private final Map<IgnoredReason, String> firstIgnored = new EnumMap<>(IgnoredReason.class);
    private long rewritten;
    private long alreadyProcessed;
    private @Nullable ChunkInput firstKeyed;
    private @Nullable String firstRewritten;

    /// @param bookmark  what was taken in; [Bookmark#EMPTY] to read everything
    /// @param keepKnown whether known objects are kept too, to read them again with what is new in their partition
    public Intake(String flow, Bookmark bookmark, boolean keepKnown) {
        this.flow = flow;
        this.bookmark = bookmark;
        this.keepKnown = keepKnown;
    }

    /// An object that the source's rules let through.
    ///
    /// @throws MixedPartitionKeysException when its folders name other keys than those of an object before
    public void found(SourceObject object, Partition partition) {
        if (!partition.keys().isEmpty()) {
            sameKeys(object, partition);
        }
        switch (bookmark.lookup(object.location(), object.etag(), object.sizeBytes())) {
            case KNOWN -> {
                alreadyProcessed++;
                if (keepKnown) {
                    known.add(whole(object, partition, false));
                }
            }
            case REWRITTEN -> {
                rewritten++;
                if (firstRewritten == null) {
                    firstRewritten = object.location();
                }
                pending.add(whole(object, partition, true));
            }
            case NEW -> pending.add(whole(object, partition, false));
        }
    }

    public void ignored(SourceObject object, IgnoredReason reason) {
        ignored.merge(reason, 1L, Long::sum);
        firstIgnored.putIfAbsent(reason, object.location());
    }

    String flow() {
        return flow;
    }

    long rewritten() {
        return rewritten;
    }

    long alreadyProcessed() {
        return alreadyProcessed;
    }

    @Nullable
    String firstRewritten() {
        return firstRewritten;
    }

    Map<IgnoredReason, Long> ignored() {
        return ignored;
    }

    @Nullable
    String firstIgnored(IgnoredReason reason) {
        return firstIgnored.get(reason);
    }

    List<ChunkInput> known() {
        return known;
    }

    /// What is new or rewritten, in key order.
    ///
    /// @param partitioned whether the source has partitions: objects in none of them are then ignored
    public List<ChunkInput> pending(boolean partitioned) {
        if (partitioned) {
            pending.removeIf(input -> {
                boolean outside = input.partition().keys().isEmpty();
                if (outside) {
                    ignored(input.object(), IgnoredReason.OUTSIDE_PARTITIONS);
                    rewritten -= input.rewritten() ? 1 : 0;
                }
                return outside;
            });
        }
        pending.sort(KeyOrder.INPUTS);
        return pending;
    }

    private void sameKeys(SourceObject object, Partition partition) {
        ChunkInput first = firstKeyed;
        if (first == null) {
            firstKeyed = whole(object, partition, false);
        } else if (!folded(first.partition().keys()).equals(folded(partition.keys()))) {
            throw new MixedPartitionKeysException(
                    flow, first.object().location(), first.partition().keys(), object.location(), partition.keys());
        }
    }

    private static List<String> folded(List<String> keys) {
        return keys.stream().map(key -> key.toLowerCase(Locale.ROOT)).toList();
    }

    private static ChunkInput whole(SourceObject object, Partition partition, boolean rewritten) {
        return new ChunkInput(object, partition, 0, Long.MAX_VALUE, rewritten);
    }
}
