package dev.tidemark.testkit;

import dev.tidemark.spi.ObjectStore;

class MemoryObjectStoreTest extends ObjectStoreContract {

    private final MemoryObjectStore store = new MemoryObjectStore();

    @Override
    protected ObjectStore store() {
        return store;
    }

    @Override
    protected String root() {
        return "s3://bucket/contract/";
    }

    @Override
    protected void produce(String location, byte[] bytes) {
        store.put(location, bytes);
    }
}
