package dev.tidemark.testkit;

import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import dev.tidemark.spi.WriteConditions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// State items in memory, with DynamoDB's limits as Tidemark keeps them: 100 KB an item, 100 items a transaction.
public final class MemoryStateStore implements StateStore {

    public static final int MOST_ITEM_BYTES = 100_000;
    public static final int MOST_WRITES = 100;

    private final NavigableMap<ItemKey, Item> items =
            new TreeMap<>(Comparator.comparing(ItemKey::pk).thenComparing(ItemKey::sk));

    @Override
    public synchronized Optional<Item> get(ItemKey key) {
        return Optional.ofNullable(items.get(key));
    }

    @Override
    public synchronized Map<ItemKey, Item> query(String pk, String skPrefix) {
        Map<ItemKey, Item> found = new LinkedHashMap<>();
        items.forEach((key, item) -> {
            if (key.pk().equals(pk) && key.sk().startsWith(skPrefix)) {
                found.put(key, item);
            }
        });
        return found;
    }

    @Override
    public Outcome write(Write write) {
        return transact(List.of(write));
    }

    @Override
    public synchronized Outcome transact(List<Write> writes) {
        if (writes.size() > MOST_WRITES
                || writes.stream().map(Write::key).distinct().count() < writes.size()) {
            throw new IllegalArgumentException(
                    "a transaction writes at most " + MOST_WRITES + " items, each once: " + writes);
        }
        for (Write write : writes) {
            if (!WriteConditions.hold(write.conditions(), items.get(write.key()))) {
                return refused(writes);
            }
        }
        Map<ItemKey, Optional<Item>> changed = new HashMap<>();
        for (Write write : writes) {
            Item after = WriteConditions.after(write, items.get(write.key()));
            changed.put(write.key(), Optional.ofNullable(after).map(item -> bounded(write.key(), item)));
        }
        changed.forEach((key, after) -> after.ifPresentOrElse(item -> items.put(key, item), () -> items.remove(key)));
        return new Outcome.Applied();
    }

    private Outcome refused(List<Write> writes) {
        Map<ItemKey, Item> found = new HashMap<>();
        for (Write write : writes) {
            Item item = items.get(write.key());
            if (item != null) {
                found.put(write.key(), item);
            }
        }
        return new Outcome.Refused(found);
    }

    private static Item bounded(ItemKey key, Item item) {
        long bytes = item.sizeBytes();
        if (bytes > MOST_ITEM_BYTES) {
            throw new IllegalArgumentException(key + " would have " + bytes + " bytes, more than " + MOST_ITEM_BYTES);
        }
        return item;
    }
}
