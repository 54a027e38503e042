package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryStateStoreTest extends StateStoreContract {

    private final MemoryStateStore store = new MemoryStateStore();

    @Override
    protected StateStore store() {
        return store;
    }

    @Test
    void anItemBeyondTheLimitLeavesTheWholeTransactionUnwritten() {
        Item small = Item.EMPTY.with("text", "x");
        Item large = Item.EMPTY.with("text", "x".repeat(MemoryStateStore.MOST_ITEM_BYTES));

        assertThatThrownBy(() -> store.transact(List.of(
                        new Write.Put(new ItemKey("job#a", "head"), small, List.of()),
                        new Write.Put(new ItemKey("job#a", "run#R"), large, List.of()))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(store.query("job#a", "")).isEmpty();
    }
}
