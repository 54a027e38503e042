package dev.tidemark.bookmark;

import java.util.List;

/// What was taken in of one flow: a map from key to the last version taken, kept as segments.
///
/// It is a map and not a set of versions: an object that goes from version A to B and back to A was rewritten twice.
/// Safe for many threads.
public final class Bookmark {

    /// Knows nothing.
    public static final Bookmark EMPTY = new Bookmark(List.of());

    private final List<Segment> newestFirst;

    private Bookmark(List<Segment> newestFirst) {
        this.newestFirst = List.copyOf(newestFirst);
    }

    /// @param newestFirst what a newer segment says of a key hides what older ones say
    public static Bookmark of(List<Segment> newestFirst) {
        return newestFirst.isEmpty() ? EMPTY : new Bookmark(newestFirst);
    }

    /// How an object, as a listing gives it, stands to what was taken in.
    public Taken lookup(String location, String etag, long sizeBytes) {
        if (newestFirst.isEmpty()) {
            return Taken.NEW;
        }
        long known = version(ObjectVersion.key(location));
        if (known == ObjectVersion.FORGOTTEN) {
            return Taken.NEW;
        }
        return known == ObjectVersion.versionHash(etag, sizeBytes) ? Taken.KNOWN : Taken.REWRITTEN;
    }

    /// Whether nothing was ever taken in.
    public boolean isEmpty() {
        return newestFirst.stream().allMatch(segment -> segment.count() == 0);
    }

    /// How many objects this knows in a version that `other` does not know as the last one.
    public long unknownTo(Bookmark other) {
        Segment all = Segment.merge(newestFirst, true);
        long unknown = 0;
        for (int entry = 0; entry < all.count(); entry++) {
            ObjectVersion known = all.get(entry);
            unknown += other.version(known) == known.version() ? 0 : 1;
        }
        return unknown;
    }

    private long version(ObjectVersion key) {
        for (Segment segment : newestFirst) {
            int entry = segment.find(key.keyHigh(), key.keyLow());
            if (entry >= 0) {
                return segment.version(entry);
            }
        }
        return ObjectVersion.FORGOTTEN;
    }
}
