package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.LostJobException;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Eventually consistent reads, injected. The port has no such read to ask for, and `DynamoStateStoreTest` sees that
/// each is asked consistently; a store that answers what was true a moment ago all the same may cost a run its work,
/// and nothing more: what decides are the conditions of the writes.
class StaleReadsTest {

    /// As many writes of an item may be missing from what is read.
    private static final int MOST_BEHIND = 5;

    /// Answers some reads with what the items were some writes ago.
    ///
    /// @param history of each item, oldest first; shared by the stores of one world
    /// @param behind  how many writes of the item the next read does not see
    private record Stale(StateStore store, Map<ItemKey, List<Optional<Item>>> history, IntSupplier behind)
            implements StateStore {

        static Ports of(Ports ports, Map<ItemKey, List<Optional<Item>>> history, IntSupplier behind) {
            return new Ports(
                    ports.objects(),
                    ports.staging(),
                    new Stale(ports.state(), history, behind),
                    ports.catalog(),
                    ports.codec(),
                    ports.clock(),
                    ports.random());
        }

        @Override
        public Optional<Item> get(ItemKey key) {
            return then(key, behind.getAsInt(), store.get(key));
        }

        @Override
        public Map<ItemKey, Item> query(String pk, String skPrefix) {
            int writes = behind.getAsInt();
            Map<ItemKey, Item> found = new TreeMap<>(Comparator.comparing(ItemKey::sk));
            store.query(pk, skPrefix)
                    .forEach((key, item) -> then(key, writes, Optional.of(item)).ifPresent(was -> found.put(key, was)));
            return found;
        }

        private Optional<Item> then(ItemKey key, int writes, Optional<Item> now) {
            List<Optional<Item>> past = history.getOrDefault(key, List.of());
            if (writes == 0) {
                return now;
            }
            return past.size() < writes ? Optional.empty() : past.get(past.size() - writes);
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
            if (outcome instanceof Outcome.Applied) {
                for (int i = 0; i < writes.size(); i++) {
                    history.computeIfAbsent(writes.get(i).key(), _ -> new ArrayList<>())
                            .add(before.get(i));
                }
            }
            return outcome;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whicheverReadsAreStaleNothingIsLostOrTwice(boolean soleClaimant) {
        assertThat(firstFailure(soleClaimant, UnaryOperator.identity())).isNull();
    }

    /// The broken twin: writes without conditions believe what was read.
    @Test
    void aTwinThatWritesWithoutConditionsIsCaught() {
        assertThat(firstFailure(true, ports -> TwinPorts.unconditional(ports, _ -> true)))
                .isNotNull();
    }

    @Test
    void aRunThatSeesNothingOfItsTakeoverIsRefusedByConditions() {
        ProtocolWorld world = takenOver();
        assertThatThrownBy(() -> new CommitStep(0).run(world.context(asOfPlanning(world, world.ports)), "A"))
                .isInstanceOf(LostJobException.class);
        world.recover();
        world.check();
        assertThat(world.objects.names(ProtocolWorld.OUT)).noneMatch(name -> name.contains("part-A-"));
    }

    /// The broken twin: a decision that trusts its reads.
    @Test
    void aTwinThatDecidesWithoutConditionsPublishesBothRuns() {
        ProtocolWorld world = takenOver();
        Ports twin = TwinPorts.unconditional(world.ports, writes -> TwinPorts.sets(writes, "PUBLISHING"));
        assertThatThrownBy(() -> {
                    try {
                        var _ = new CommitStep(0).run(world.context(asOfPlanning(world, twin)), "A");
                    } catch (TidemarkException late) {
                        assertThat(late).isNotInstanceOf(LostJobException.class);
                    }
                    world.recover();
                    world.check();
                })
                .isInstanceOf(AssertionError.class);
    }

    /// Run A has done all its chunks, its lease ends, run B takes the job over and commits.
    private ProtocolWorld takenOver() {
        ProtocolWorld world = new ProtocolWorld(false);
        world.work("A");
        planned.putAll(world.items.query(world.context(world.ports).headKey().pk(), ""));
        world.clockMoves();
        assertThat(world.run(world.ports, "B")).isEqualTo("COMMITTED");
        return world;
    }

    private final Map<ItemKey, Item> planned = new HashMap<>();

    /// Every read answers what was true when A had planned.
    private Ports asOfPlanning(ProtocolWorld world, Ports ports) {
        Map<ItemKey, List<Optional<Item>>> then = new HashMap<>();
        world.items
                .query(world.context(ports).headKey().pk(), "")
                .keySet()
                .forEach(key -> then.put(key, List.of(Optional.ofNullable(planned.get(key)))));
        return Stale.of(ports, then, () -> 1);
    }

    private static @Nullable Throwable firstFailure(boolean soleClaimant, UnaryOperator<Ports> broken) {
        return IntStream.rangeClosed(1, MOST_BEHIND)
                .boxed()
                .flatMap(behind ->
                        Stream.of(1, 2, 5, 20).map(reads -> firstFailure(soleClaimant, behind, reads, broken)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /// A run, some of whose reads are stale, after one that committed; from each of its reads on.
    private static @Nullable Throwable firstFailure(
            boolean soleClaimant, int behind, int staleReads, UnaryOperator<Ports> broken) {
        boolean reached = true;
        for (int k = 1; reached; k++) {
            int at = k;
            ProtocolWorld world = new ProtocolWorld(soleClaimant);
            int[] reads = {0};
            Map<ItemKey, List<Optional<Item>>> history = new HashMap<>();
            Ports stale =
                    Stale.of(world.ports, history, () -> ++reads[0] >= at && reads[0] < at + staleReads ? behind : 0);
            try {
                assertThat(world.run(Stale.of(world.ports, history, () -> 0), "A"))
                        .isEqualTo("COMMITTED");
                world.produce("d=2/c");
                world.produce("d=1/new");
                try {
                    String _ = world.run(broken.apply(stale), "B");
                } catch (TidemarkException | NoSuchElementException died) {
                    // Its own item is not there, says the store: the run may die of it, as of anything else.
                    assertThat(died.getMessage()).as("what the run says").isNotEmpty();
                }
                reached = reads[0] >= at;
                world.recover();
                world.check();
            } catch (AssertionError | TidemarkException wrong) {
                return new AssertionError(
                        "%d reads from read %d, %d writes behind: %s".formatted(staleReads, at, behind, wrong), wrong);
            }
        }
        return null;
    }
}
