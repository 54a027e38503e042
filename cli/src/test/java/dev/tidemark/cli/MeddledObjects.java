package dev.tidemark.cli;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// An object store in which something happens to objects while they are read.
///
/// @param opens how often each location was opened
record MeddledObjects(ObjectStore store, Meddling meddling, Map<String, Integer> opens) implements ObjectStore {

    /// What happens.
    interface Meddling {

        /// @param open number of times that this location was opened, this one included
        default void opened(String location, int open) {}

        /// @param bytes what was asked for
        default InputStream streamed(ObjectInput input, int open, long from, InputStream bytes) {
            return bytes;
        }
    }

    static Ports around(Ports ports, Meddling meddling) {
        return new Ports(
                new MeddledObjects(ports.objects(), meddling, new ConcurrentHashMap<>()),
                ports.staging(),
                ports.state(),
                ports.catalog(),
                ports.codec(),
                ports.clock(),
                ports.random());
    }

    @Override
    public ListPage list(String prefix, boolean delimited, @Nullable String token) {
        return store.list(prefix, delimited, token);
    }

    @Override
    public ObjectInput open(String location, @Nullable String etag) {
        int open = opens.merge(location, 1, Integer::sum);
        meddling.opened(location, open);
        return new Input(store.open(location, etag), meddling, open);
    }

    @Override
    public Optional<SourceObject> head(String location) {
        return store.head(location);
    }

    @Override
    public boolean putIfAbsent(String location, byte[] bytes) {
        return store.putIfAbsent(location, bytes);
    }

    @Override
    public void delete(List<String> locations) {
        store.delete(locations);
    }

    private record Input(ObjectInput input, Meddling meddling, int open) implements ObjectInput {

        @Override
        public String location() {
            return input.location();
        }

        @Override
        public String etag() {
            return input.etag();
        }

        @Override
        public long sizeBytes() {
            return input.sizeBytes();
        }

        @Override
        public InputStream stream(long from) throws java.io.IOException {
            return meddling.streamed(input, open, from, input.stream(from));
        }

        @Override
        public void close() {
            input.close();
        }
    }
}
