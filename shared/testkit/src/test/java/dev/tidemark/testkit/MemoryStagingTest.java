package dev.tidemark.testkit;

import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Staging;

class MemoryStagingTest extends StagingContract {

    private final MemoryObjectStore published = new MemoryObjectStore();
    private final MemoryStaging staging = new MemoryStaging(published);

    @Override
    protected Staging staging() {
        return staging;
    }

    @Override
    protected ObjectStore published() {
        return published;
    }

    @Override
    protected String root() {
        return "s3://bucket/contract/";
    }
}
