package dev.tidemark.run;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A tree of keys in memory that writes down every listing call. Its pages hold 1,000 entries, as S3's do.
final class ListedTree implements ObjectStore {

    static final String BUCKET = "s3://lake/";

    private final NavigableMap<String, SourceObject> objects =
            new TreeMap<>((a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b)));
    final List<String> calls = new ArrayList<>();
    private final int pageSize;

    ListedTree() {
        this(ListPage.MOST_ENTRIES);
    }

    ListedTree(int pageSize) {
        this.pageSize = pageSize;
    }

    ListedTree with(String... keys) {
        for (String key : keys) {
            put(key, 10, "e1");
        }
        return this;
    }

    ListedTree put(String key, long size, String etag) {
        return put(new SourceObject(BUCKET + key, size, Instant.EPOCH, etag, null));
    }

    ListedTree put(SourceObject object) {
        objects.put(object.location(), object);
        return this;
    }

    List<SourceObject> all() {
        return List.copyOf(objects.values());
    }

    /// A token is the last key or folder of the page before.
    @Override
    public ListPage list(String prefix, boolean delimited, @Nullable String token) {
        calls.add((delimited ? "level " : "flat ")
                + prefix.substring(BUCKET.length())
                + (token == null ? "" : " after " + token.substring(BUCKET.length())));
        List<SourceObject> page = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        String last = token;
        Map.Entry<String, SourceObject> entry =
                token == null ? objects.ceilingEntry(prefix) : objects.higherEntry(end(token));
        while (entry != null && entry.getKey().startsWith(prefix)) {
            if (page.size() + folders.size() == pageSize) {
                return new ListPage(page, folders, last);
            }
            int slash = entry.getKey().indexOf('/', prefix.length());
            if (delimited && slash >= 0) {
                last = entry.getKey().substring(0, slash + 1);
                folders.add(last);
                entry = objects.higherEntry(last + Character.toString(0x10FFFF));
            } else {
                last = entry.getKey();
                page.add(entry.getValue());
                entry = objects.higherEntry(last);
            }
        }
        return new ListPage(page, folders, null);
    }

    @Override
    public Optional<SourceObject> head(String location) {
        return Optional.ofNullable(objects.get(location));
    }

    @Override
    public ObjectInput open(String location, @Nullable String etag) {
        throw new AssertionError("a plan opens nothing, not even " + location);
    }

    @Override
    public boolean putIfAbsent(String location, byte[] bytes) {
        throw new AssertionError("a plan writes nothing, not even " + location);
    }

    @Override
    public void delete(List<String> locations) {
        throw new AssertionError("a plan deletes nothing");
    }

    private static String end(String token) {
        return token.endsWith("/") ? token + Character.toString(0x10FFFF) : token;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
