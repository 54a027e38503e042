package dev.tidemark.run;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Ports that count their calls, for `cost.calls` of the report.
final class CountedPorts {

    private CountedPorts() {}

    static Ports of(Ports ports) {
        Calls calls = new Calls();
        return new Ports(
                new Objects(ports.objects(), calls),
                new Hidden(ports.staging(), calls),
                new State(ports.state(), calls),
                new Tables(ports.catalog(), calls),
                ports.codec(),
                ports.clock(),
                ports.random(),
                calls);
    }

    private record Objects(ObjectStore store, Calls calls) implements ObjectStore {

        @Override
        public ListPage list(String prefix, boolean delimited, @Nullable String token) {
            calls.add("objects.list");
            return store.list(prefix, delimited, token);
        }

        @Override
        public ObjectInput open(String location, @Nullable String etag) {
            calls.add("objects.open");
            return store.open(location, etag);
        }

        @Override
        public Optional<SourceObject> head(String location) {
            calls.add("objects.head");
            return store.head(location);
        }

        @Override
        public boolean putIfAbsent(String location, byte[] bytes) {
            calls.add("objects.putIfAbsent");
            return store.putIfAbsent(location, bytes);
        }

        @Override
        public void delete(List<String> locations) {
            calls.add("objects.delete");
            store.delete(locations);
        }
    }

    private record Hidden(Staging staging, Calls calls) implements Staging {

        @Override
        public StagedUpload open(String root, String runId, String target) {
            calls.add("staging.open");
            return new HiddenUpload(staging.open(root, runId, target), calls);
        }

        @Override
        public List<StagedFile> complete(List<StagedFile> files) {
            calls.add("staging.complete");
            return staging.complete(files);
        }

        @Override
        public void discard(List<StagedFile> files) {
            calls.add("staging.discard");
            staging.discard(files);
        }

        @Override
        public int discardRun(String root, String runId) {
            calls.add("staging.discardRun");
            return staging.discardRun(root, runId);
        }

        @Override
        public List<String> runs(String root) {
            calls.add("staging.runs");
            return staging.runs(root);
        }

        @Override
        public StagedExpiry expiry(String root) {
            calls.add("staging.expiry");
            return staging.expiry(root);
        }
    }

    private record HiddenUpload(StagedUpload upload, Calls calls) implements StagedUpload {

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            upload.write(bytes, from, length);
        }

        @Override
        public long position() {
            return upload.position();
        }

        @Override
        public Handle finish() throws IOException {
            calls.add("staging.finish");
            return upload.finish();
        }

        @Override
        public void abort() {
            calls.add("staging.abort");
            upload.abort();
        }
    }

    private record State(StateStore store, Calls calls) implements StateStore {

        @Override
        public Optional<Item> get(ItemKey key) {
            calls.add("state.get");
            return store.get(key);
        }

        @Override
        public Map<ItemKey, Item> query(String pk, String skPrefix) {
            calls.add("state.query");
            return store.query(pk, skPrefix);
        }

        @Override
        public Outcome write(Write write) {
            calls.add("state.write");
            return store.write(write);
        }

        @Override
        public Outcome transact(List<Write> writes) {
            calls.add("state.transact");
            return store.transact(writes);
        }
    }

    private record Tables(Catalog catalog, Calls calls) implements Catalog {

        @Override
        public Optional<Table> table(String database, String name) {
            calls.add("catalog.table");
            return catalog.table(database, name);
        }

        @Override
        public boolean writeTable(Table table) {
            calls.add("catalog.writeTable");
            return catalog.writeTable(table);
        }

        @Override
        public List<CatalogPartition> partitions(String database, String name) {
            calls.add("catalog.partitions");
            return catalog.partitions(database, name);
        }

        @Override
        public List<CatalogPartition> writePartitions(
                String database, String name, List<CatalogPartition> partitions, boolean replace) {
            calls.add("catalog.writePartitions");
            return catalog.writePartitions(database, name, partitions, replace);
        }
    }
}
