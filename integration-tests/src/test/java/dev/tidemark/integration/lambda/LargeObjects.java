package dev.tidemark.integration.lambda;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Objects below a prefix are listed with another size, so that few of them fill a chunk.
record LargeObjects(ObjectStore store, String prefix, long bytes) implements ObjectStore {

    @Override
    public ListPage list(String below, boolean delimited, @Nullable String token) {
        ListPage page = store.list(below, delimited, token);
        return new ListPage(
                page.objects().stream()
                        .map(object -> object.location().startsWith(prefix)
                                ? new SourceObject(
                                        object.location(),
                                        bytes,
                                        object.lastModified(),
                                        object.etag(),
                                        object.storageClass())
                                : object)
                        .toList(),
                page.prefixes(),
                page.next());
    }

    @Override
    public ObjectInput open(String location, @Nullable String etag) {
        return store.open(location, etag);
    }

    @Override
    public Optional<SourceObject> head(String location) {
        return store.head(location);
    }

    @Override
    public boolean putIfAbsent(String location, byte[] content) {
        return store.putIfAbsent(location, content);
    }

    @Override
    public void delete(List<String> locations) {
        store.delete(locations);
    }
}
