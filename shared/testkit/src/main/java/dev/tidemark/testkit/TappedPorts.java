package dev.tidemark.testkit;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.run.Ports;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.Catalog;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.StagedExpiry;
import dev.tidemark.spi.StagedUpload;
import dev.tidemark.spi.Staging;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Ports each of whose calls goes through a tap.
public final class TappedPorts {

    private TappedPorts() {}

    public static Ports of(Ports ports, PortTap tap) {
        return new Ports(
                new Objects(ports.objects(), tap),
                new Hidden(ports.staging(), tap),
                new State(ports.state(), tap),
                new Tables(ports.catalog(), tap),
                ports.codec(),
                ports.clock(),
                ports.random());
    }

    private record Objects(ObjectStore store, PortTap tap) implements ObjectStore {

        @Override
        public ListPage list(String prefix, boolean delimited, @Nullable String token) {
            return tap.call("objects.list", () -> store.list(prefix, delimited, token));
        }

        @Override
        public ObjectInput open(String location, @Nullable String etag) {
            return tap.call("objects.open", () -> store.open(location, etag));
        }

        @Override
        public Optional<SourceObject> head(String location) {
            return tap.call("objects.head", () -> store.head(location));
        }

        @Override
        public boolean putIfAbsent(String location, byte[] bytes) {
            return tap.call("objects.putIfAbsent", () -> store.putIfAbsent(location, bytes));
        }

        @Override
        public void delete(List<String> locations) {
            boolean _ = tap.call("objects.delete", () -> {
                store.delete(locations);
                return true;
            });
        }
    }

    private record Hidden(Staging staging, PortTap tap) implements Staging {

        @Override
        public StagedUpload open(String root, String runId, String target) {
            return new HiddenUpload(tap.call("staging.open", () -> staging.open(root, runId, target)), tap);
        }

        @Override
        public List<StagedFile> complete(List<StagedFile> files) {
            return tap.call("staging.complete", () -> staging.complete(files));
        }

        @Override
        public void discard(List<StagedFile> files) {
            boolean _ = tap.call("staging.discard", () -> {
                staging.discard(files);
                return true;
            });
        }

        @Override
        public int discardRun(String root, String runId) {
            return tap.call("staging.discardRun", () -> staging.discardRun(root, runId));
        }

        @Override
        public List<String> runs(String root) {
            return tap.call("staging.runs", () -> staging.runs(root));
        }

        @Override
        public StagedExpiry expiry(String root) {
            return tap.call("staging.expiry", () -> staging.expiry(root));
        }
    }

    private record HiddenUpload(StagedUpload upload, PortTap tap) implements StagedUpload {

        @Override
        public void write(byte[] bytes, int from, int length) throws java.io.IOException {
            upload.write(bytes, from, length);
        }

        @Override
        public long position() {
            return upload.position();
        }

        @Override
        public Handle finish() {
            return tap.call("staging.finish", () -> {
                try {
                    return upload.finish();
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
        }

        @Override
        public void abort() {
            boolean _ = tap.call("staging.abort", () -> {
                upload.abort();
                return true;
            });
        }
    }

    private record State(StateStore store, PortTap tap) implements StateStore {

        @Override
        public Optional<Item> get(ItemKey key) {
            return tap.call("state.get", () -> store.get(key));
        }

        @Override
        public Map<ItemKey, Item> query(String pk, String skPrefix) {
            return tap.call("state.query", () -> store.query(pk, skPrefix));
        }

        @Override
        public Outcome write(Write write) {
            return tap.call("state.write", () -> store.write(write));
        }

        @Override
        public Outcome transact(List<Write> writes) {
            return tap.call("state.transact", () -> store.transact(writes));
        }
    }

    private record Tables(Catalog catalog, PortTap tap) implements Catalog {

        @Override
        public Optional<Table> table(String database, String name) {
            return tap.call("catalog.table", () -> catalog.table(database, name));
        }

        @Override
        public boolean writeTable(Table table) {
            return tap.call("catalog.writeTable", () -> catalog.writeTable(table));
        }

        @Override
        public List<CatalogPartition> partitions(String database, String name) {
            return tap.call("catalog.partitions", () -> catalog.partitions(database, name));
        }

        @Override
        public List<CatalogPartition> writePartitions(
                String database, String name, List<CatalogPartition> partitions, boolean replace) {
            return tap.call(
                    "catalog.writePartitions", () -> catalog.writePartitions(database, name, partitions, replace));
        }
    }
}
