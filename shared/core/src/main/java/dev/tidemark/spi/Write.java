package dev.tidemark.spi;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// One conditional write of a state item.
public sealed interface Write {

    ItemKey key();

    List<Condition> conditions();

    /// Replaces the item as a whole.
    record Put(ItemKey key, Item item, List<Condition> conditions) implements Write {
        public Put {
            conditions = List.copyOf(conditions);
        }
    }

    /// Changes attributes; an absent item is created. `add` counts from 0 where the attribute is absent.
    record Update(
            ItemKey key,
            Map<String, String> setTexts,
            Map<String, Long> setNumbers,
            Map<String, Long> add,
            Set<String> remove,
            List<Condition> conditions)
            implements Write {
        public Update {
            setTexts = new TreeMap<>(setTexts);
            setNumbers = new TreeMap<>(setNumbers);
            add = new TreeMap<>(add);
            remove = new TreeSet<>(remove);
            conditions = List.copyOf(conditions);
        }
    }

    /// Deletes the item.
    record Delete(ItemKey key, List<Condition> conditions) implements Write {
        public Delete {
            conditions = List.copyOf(conditions);
        }
    }
}
