package dev.tidemark.testkit;

import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A state store that watches: an ended run stays as it ended, a saved plan stays saved, generations only grow
/// and are never changed, only deleted.
record FinalStates(StateStore store) implements StateStore {

    private static final Set<String> ENDED = Set.of("COMMITTED", "NOTHING_TO_DO", "ABORTED");

    @Override
    public Optional<Item> get(ItemKey key) {
        return store.get(key);
    }

    @Override
    public Map<ItemKey, Item> query(String pk, String skPrefix) {
        return store.query(pk, skPrefix);
    }

    @Override
    public Outcome write(Write write) {
        return transact(List.of(write));
    }

    @Override
    public Outcome transact(List<Write> writes) {
        List<Optional<Item>> before =
                writes.stream().map(write -> store.get(write.key())).toList();
        Outcome outcome = store.transact(writes);
        for (int i = 0; i < writes.size(); i++) {
            ItemKey key = writes.get(i).key();
            if (before.get(i).isPresent()) {
                compare(key, before.get(i).get(), store.get(key).orElse(Item.EMPTY));
            }
        }
        return outcome;
    }

    private static void compare(ItemKey key, Item before, Item after) {
        if (key.sk().startsWith("run#")) {
            String state = before.text("state").orElse("");
            if (ENDED.contains(state) && !state.equals(after.text("state").orElse(""))) {
                throw new AssertionError(key + " had ended " + state + " and became " + after);
            }
            if (before.has("plan") && !before.text("plan").equals(after.text("plan"))) {
                throw new AssertionError(key + " had a plan and got another: " + before + " " + after);
            }
        }
        if (key.sk().equals("head")
                && after.number("generation").orElse(0)
                        < before.number("generation").orElse(0)) {
            throw new AssertionError("the generation was lowered: " + before + " " + after);
        }
        boolean deleted = after.equals(Item.EMPTY);
        if (key.sk().startsWith("gen#") && !deleted && !before.equals(after)) {
            throw new AssertionError("a generation was changed: " + before + " " + after);
        }
    }
}
