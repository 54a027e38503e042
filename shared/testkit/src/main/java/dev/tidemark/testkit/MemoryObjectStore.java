package dev.tidemark.testkit;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Objects in memory, with S3's page size and order of keys. Each write makes a new ETag, also of equal bytes.
public final class MemoryObjectStore implements ObjectStore {

    private record Stored(byte[] bytes, String etag, Instant modified) {}

    private static final Comparator<String> UTF_8 = (left, right) ->
            Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

    private final NavigableMap<String, Stored> objects = new TreeMap<>(UTF_8);
    private long writes;

    /// Writes or overwrites an object: what a producer does.
    public synchronized void put(String location, byte[] bytes) {
        writes++;
        objects.put(location, new Stored(bytes.clone(), "e" + writes, Instant.ofEpochSecond(writes)));
    }

    public void put(String location, String text) {
        put(location, text.getBytes(StandardCharsets.UTF_8));
    }

    /// Locations that start with `prefix`, in order.
    public synchronized List<String> names(String prefix) {
        return objects.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
    }

    /// The text of an object that exists.
    public synchronized String text(String location) {
        return new String(stored(location).bytes, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized ListPage list(String prefix, boolean delimited, @Nullable String token) {
        List<SourceObject> found = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        String last = token;
        for (String name : objects.tailMap(prefix, true).keySet()) {
            if (!name.startsWith(prefix)) {
                break;
            }
            int slash = delimited ? name.indexOf('/', prefix.length()) : -1;
            String entry = slash < 0 ? name : name.substring(0, slash + 1);
            if (last != null && UTF_8.compare(entry, last) <= 0) {
                continue;
            }
            if (found.size() + folders.size() == ListPage.MOST_ENTRIES) {
                return new ListPage(found, folders, last);
            }
            if (slash < 0) {
                found.add(described(name));
            } else {
                folders.add(entry);
            }
            last = entry;
        }
        return new ListPage(found, folders, null);
    }

    @Override
    public synchronized ObjectInput open(String location, @Nullable String etag) {
        Stored stored = objects.get(location);
        if (stored == null) {
            throw new ObjectGoneException(location);
        }
        if (etag != null && !etag.equals(stored.etag)) {
            throw new ObjectChangedException(location, etag);
        }
        return new Input(location, stored.etag, stored.bytes.length);
    }

    @Override
    public synchronized Optional<SourceObject> head(String location) {
        return objects.containsKey(location) ? Optional.of(described(location)) : Optional.empty();
    }

    @Override
    public synchronized boolean putIfAbsent(String location, byte[] bytes) {
        if (objects.containsKey(location)) {
            return false;
        }
        put(location, bytes);
        return true;
    }

    @Override
    public synchronized void delete(List<String> locations) {
        locations.forEach(objects::remove);
    }

    private SourceObject described(String location) {
        Stored stored = stored(location);
        return new SourceObject(location, stored.bytes.length, stored.modified, stored.etag, null);
    }

    private Stored stored(String location) {
        Stored stored = objects.get(location);
        if (stored == null) {
            throw new ObjectGoneException(location);
        }
        return stored;
    }

    private synchronized byte[] bytes(String location, String etag) {
        Stored stored = stored(location);
        if (!stored.etag.equals(etag)) {
            throw new ObjectChangedException(location, etag);
        }
        return stored.bytes;
    }

    private final class Input implements ObjectInput {

        private final String location;
        private final String etag;
        private final long sizeBytes;

        Input(String location, String etag, long sizeBytes) {
            this.location = location;
            this.etag = etag;
            this.sizeBytes = sizeBytes;
        }

        @Override
        public String location() {
            return location;
        }

        @Override
        public String etag() {
            return etag;
        }

        @Override
        public long sizeBytes() {
            return sizeBytes;
        }

        @Override
        public InputStream stream(long from) {
            byte[] bytes = bytes(location, etag);
            int start = (int) Math.min(from, bytes.length);
            return new ByteArrayInputStream(bytes, start, bytes.length - start);
        }

        @Override
        public void close() {}
    }
}
