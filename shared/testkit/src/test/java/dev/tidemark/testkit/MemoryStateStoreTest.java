package dev.tidemark.testkit;

import dev.tidemark.spi.StateStore;

class MemoryStateStoreTest extends StateStoreContract {

    private final MemoryStateStore store = new MemoryStateStore();

    @Override
    protected StateStore store() {
        return store;
    }
}
