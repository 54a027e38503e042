package dev.tidemark.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Small items that decide everything. All reads are strongly consistent; writes are linearizable.
///
/// Safe for many threads and processes. `StateStoreContract` in the testkit checks it.
public interface StateStore {

    Optional<Item> get(ItemKey key);

    /// Items of one partition key whose sort key starts with `skPrefix`, by sort key. Pages are fetched inside.
    Map<ItemKey, Item> query(String pk, String skPrefix);

    /// Writes one item if its conditions hold.
    ///
    /// @throws StorageUnavailableException when the store did not answer: outcome unknown, call again
    Outcome write(Write write);

    /// Writes up to 100 items, all or none, each at most once.
    ///
    /// @throws StorageUnavailableException when the outcome is unknown: read, then call again with the same writes
    Outcome transact(List<Write> writes);

    /// Whether a write took effect.
    sealed interface Outcome {

        /// All conditions held and everything is written.
        record Applied() implements Outcome {}

        /// A condition did not hold; nothing is written.
        ///
        /// @param found the items whose conditions did not hold, as they were at that moment, by key; absent
        ///     ones are left out. Of a transaction the other items may be there too.
        record Refused(Map<ItemKey, Item> found) implements Outcome {
            public Refused {
                found = Map.copyOf(found);
            }
        }
    }
}
