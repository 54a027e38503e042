package dev.tidemark.benchmarks;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A flat listing of any number of objects, made page by page as it is asked for, so that it needs no memory itself.
///
/// Keys have 100 characters, in folders by day; which of them are new or rewritten is drawn from the seed.
final class GeneratedListing implements ObjectStore {

    static final String PATH = "s3://lake/raw/";

    private static final Instant MODIFIED = Instant.parse("2026-09-20T12:00:05Z");
    private static final int KEY_LENGTH = 100;
    private static final int PER_DAY = 1_000;

    private final long seed;
    private final int objects;
    private final int oneInIsNew;
    private long calls;

    /// @param oneInIsNew one in so many objects is not in the bookmark; 0: all are
    GeneratedListing(long seed, int objects, int oneInIsNew) {
        this.seed = seed;
        this.objects = objects;
        this.oneInIsNew = oneInIsNew;
    }

    long calls() {
        return calls;
    }

    boolean isNew(int number) {
        return oneInIsNew > 0 && Math.floorMod(mixed(number), oneInIsNew) == 0;
    }

    SourceObject object(int number) {
        StringBuilder location = new StringBuilder("s3://lake/".length() + KEY_LENGTH)
                .append(PATH)
                .append("day=")
                .append(10_000 + number / PER_DAY)
                .append("/part-")
                .append(10_000_000 + number)
                .append('-');
        HexFormat hex = HexFormat.of();
        for (int word = 0; location.length() < "s3://lake/".length() + KEY_LENGTH; word++) {
            hex.toHexDigits(location, (byte) mixed(number * 31L + word));
        }
        location.setLength("s3://lake/".length() + KEY_LENGTH - 4);
        long mixed = mixed(number);
        String etag = hex.toHexDigits(mixed) + hex.toHexDigits(~mixed);
        return new SourceObject(location.append(".csv").toString(), mixed & 0xFFFFF, MODIFIED, etag, null);
    }

    @Override
    public ListPage list(String prefix, boolean delimited, @Nullable String token) {
        calls++;
        int from = token == null ? 0 : Integer.parseInt(token);
        int to = Math.min(objects, from + ListPage.MOST_ENTRIES);
        List<SourceObject> page = new ArrayList<>(to - from);
        for (int number = from; number < to; number++) {
            page.add(object(number));
        }
        return new ListPage(page, List.of(), to == objects ? null : String.valueOf(to));
    }

    @Override
    public ObjectInput open(String location, @Nullable String etag) {
        throw new UnsupportedOperationException("planning opens nothing: " + location);
    }

    @Override
    public Optional<SourceObject> head(String location) {
        throw new UnsupportedOperationException("planning asks for no object: " + location);
    }

    @Override
    public boolean putIfAbsent(String location, byte[] bytes) {
        throw new UnsupportedOperationException("planning writes nothing: " + location);
    }

    @Override
    public void delete(List<String> locations) {
        throw new UnsupportedOperationException("planning deletes nothing");
    }

    /// SplitMix64.
    private long mixed(long number) {
        long z = seed + number * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
