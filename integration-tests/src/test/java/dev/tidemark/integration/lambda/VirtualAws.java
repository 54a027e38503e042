package dev.tidemark.integration.lambda;

import dev.tidemark.job.Job;
import dev.tidemark.json.JsonRunCodec;
import dev.tidemark.lambda.Settings;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.testkit.MemoryCatalog;
import dev.tidemark.testkit.MemoryObjectStore;
import dev.tidemark.testkit.MemoryStaging;
import dev.tidemark.testkit.MemoryStateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/// A stage in this process alone: over ports in memory.
final class VirtualAws extends VirtualStage {

    final MemoryObjectStore objects = new MemoryObjectStore();
    final MemoryStaging staging = new MemoryStaging(objects);
    final MemoryStateStore items = new MemoryStateStore();
    final MemoryCatalog catalog = new MemoryCatalog();

    /// What stands before the objects.
    UnaryOperator<ObjectStore> store = UnaryOperator.identity();

    VirtualAws(Random random) {
        super(random, Instant.parse("2026-11-30T12:00:00Z"));
    }

    @Override
    Settings settings() {
        return new Settings("test", "t", "state", MACHINES, Optional.empty(), Duration.ofDays(1));
    }

    @Override
    Ports plain() {
        return new Ports(store.apply(objects), staging, items, catalog, new JsonRunCodec(), this::now, this::draw);
    }

    @Override
    Ports plain(Job job) {
        return plain();
    }

    @Override
    String lake() {
        return "s3://lake/";
    }

    @Override
    void put(String location, byte[] bytes) {
        objects.put(location, bytes);
    }

    @Override
    List<String> hidden() {
        return staging.hidden();
    }
}
