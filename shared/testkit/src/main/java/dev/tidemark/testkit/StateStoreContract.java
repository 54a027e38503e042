package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.StateStore.Outcome;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// What [StateStore] promises. Every state store's test extends it. All items are of the job `contract`.
public abstract class StateStoreContract {

    private static final String PK = "job#contract";
    private static final ItemKey HEAD = new ItemKey(PK, "head");
    private static final Item SOME = Item.EMPTY.with("state", "RUNNING").with("number", 7);

    /// The store under test, empty when the test begins and the same one throughout.
    protected abstract StateStore store();

    @Test
    void anItemIsWhatWasPut() {
        assertThat(store().get(HEAD)).isEmpty();
        Item item = SOME.with("text", "\u00E9\uD83D\uDE00 \"\\\n")
                .with("empty", "")
                .with("least", Long.MIN_VALUE)
                .with("most", Long.MAX_VALUE);

        assertThat(put(HEAD, item)).isEqualTo(new Outcome.Applied());
        assertThat(store().get(HEAD)).contains(item);
        put(HEAD, SOME);
        assertThat(store().get(HEAD)).as("a put replaces the whole item").contains(SOME);
        assertThat(store().get(new ItemKey("job#other", "head"))).isEmpty();
    }

    @Test
    void anItemMayHaveAlmost100Kb() {
        Item large = Item.EMPTY.with("manifest", "x".repeat(99_000));
        put(HEAD, large);

        assertThat(store().get(HEAD)).contains(large);
    }

    @Test
    void anItemBeyond100KbLeavesTheWholeTransactionUnwritten() {
        Item large = Item.EMPTY.with("text", "x".repeat(100_000));

        assertThatThrownBy(() -> store().transact(List.of(
                        new Write.Put(HEAD, SOME, List.of()),
                        new Write.Put(new ItemKey(PK, "run#R"), large, List.of()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 100000");
        assertThat(store().query(PK, "")).isEmpty();
    }

    @Test
    void conditionsOfAnItem() {
        put(HEAD, SOME);
        for (Condition holds : List.of(
                new Condition.Present(),
                new Condition.TextIs("state", "RUNNING"),
                new Condition.TextIn("state", List.of("OTHER", "RUNNING")),
                new Condition.NumberIs("number", 7),
                new Condition.NumberBelow("number", 8),
                new Condition.NumberBelow("absent", 0),
                new Condition.AttributeAbsent("absent"))) {
            assertThat(put(HEAD, SOME, holds)).as("%s", holds).isEqualTo(new Outcome.Applied());
        }
        for (Condition fails : List.of(
                new Condition.Absent(),
                new Condition.TextIs("state", "running"),
                new Condition.TextIs("absent", ""),
                new Condition.TextIn("state", List.of()),
                new Condition.NumberIs("number", 8),
                new Condition.NumberIs("absent", 0),
                new Condition.NumberBelow("number", 7),
                new Condition.AttributeAbsent("number"),
                new Condition.AttributeAbsent("state"))) {
            assertThat(put(HEAD, Item.EMPTY, new Condition.Present(), fails))
                    .as("%s", fails)
                    .isEqualTo(new Outcome.Refused(Map.of(HEAD, SOME)));
        }
        assertThat(store().get(HEAD)).contains(SOME);
    }

    @Test
    void conditionsOfNoItem() {
        for (Condition fails : List.of(
                new Condition.Present(),
                new Condition.TextIs("state", ""),
                new Condition.TextIn("state", List.of("")),
                new Condition.NumberIs("number", 0),
                new Condition.NumberBelow("number", 1))) {
            assertThat(put(HEAD, SOME, fails)).as("%s", fails).isEqualTo(new Outcome.Refused(Map.of()));
        }
        assertThat(store().get(HEAD)).isEmpty();
        assertThat(put(HEAD, SOME, new Condition.Absent(), new Condition.AttributeAbsent("state")))
                .isEqualTo(new Outcome.Applied());
    }

    @Test
    void anUpdateChangesAttributesAndCreatesWhatIsAbsent() {
        Write.Update update = new Write.Update(
                HEAD, Map.of("state", "DONE"), Map.of("other", 1L), Map.of("count", 3L), Set.of("gone"), List.of());
        assertThat(store().write(update)).isEqualTo(new Outcome.Applied());
        assertThat(store().get(HEAD))
                .contains(Item.EMPTY.with("state", "DONE").with("other", 1).with("count", 3));

        put(HEAD, SOME.with("gone", "x").with("count", 10));
        store().write(update);
        assertThat(store().get(HEAD))
                .contains(SOME.with("state", "DONE").with("other", 1).with("count", 13));
    }

    @Test
    void aDeletedItemIsGone() {
        put(HEAD, SOME);

        assertThat(store().write(new Write.Delete(HEAD, List.of(new Condition.NumberIs("number", 1)))))
                .isEqualTo(new Outcome.Refused(Map.of(HEAD, SOME)));
        assertThat(store().write(new Write.Delete(HEAD, List.of()))).isEqualTo(new Outcome.Applied());
        assertThat(store().get(HEAD)).isEmpty();
        assertThat(store().write(new Write.Delete(HEAD, List.of()))).isEqualTo(new Outcome.Applied());
    }

    @Test
    void aTransactionIsAllOrNothing() {
        ItemKey run = new ItemKey(PK, "run#R1");
        ItemKey generation = new ItemKey(PK, "gen#000001");
        put(run, SOME);
        List<Write> writes = List.of(
                new Write.Put(HEAD, SOME.with("number", 1), List.of(new Condition.Absent())),
                new Write.Delete(run, List.of(new Condition.NumberIs("number", 7))),
                new Write.Put(generation, SOME, List.of()));

        put(HEAD, SOME);
        assertThat(store().transact(writes)).isInstanceOfSatisfying(Outcome.Refused.class, refused -> {
            assertThat(refused.found()).as("the item whose condition failed").containsEntry(HEAD, SOME);
            assertThat(Map.of(HEAD, SOME, run, SOME)).containsAllEntriesOf(refused.found());
        });
        assertThat(store().query(PK, "gen#")).isEmpty();
        assertThat(store().get(run)).contains(SOME);

        store().write(new Write.Delete(HEAD, List.of()));
        assertThat(store().transact(writes)).isEqualTo(new Outcome.Applied());
        assertThat(store().get(HEAD)).contains(SOME.with("number", 1));
        assertThat(store().get(run)).isEmpty();
        assertThat(store().query(PK, "gen#")).containsOnlyKeys(generation);
    }

    @Test
    void aTransactionHasUpTo100ItemsEachOnce() {
        List<Write> hundred = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            hundred.add(new Write.Put(new ItemKey(PK, "run#%03d".formatted(i)), SOME, List.of()));
        }
        List<Write> more = new ArrayList<>(hundred);
        more.add(new Write.Put(HEAD, SOME, List.of()));
        List<Write> twice = List.of(hundred.getFirst(), hundred.getFirst());

        assertThatThrownBy(() -> store().transact(more)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store().transact(twice)).isInstanceOf(IllegalArgumentException.class);
        assertThat(store().query(PK, "run#")).isEmpty();
        assertThat(store().transact(hundred)).isEqualTo(new Outcome.Applied());
        assertThat(store().query(PK, "run#")).hasSize(100);
    }

    @Test
    void aQueryFindsItemsByPrefixInOrder() {
        for (String sk : List.of("run#b", "head", "run#a2", "gen#1", "run#a1", "runs", "run#a")) {
            put(new ItemKey(PK, sk), Item.EMPTY.with("name", sk));
        }
        put(new ItemKey("job#another", "run#a3"), SOME);

        assertThat(found("run#")).containsExactly("run#a", "run#a1", "run#a2", "run#b");
        assertThat(found("run#a")).containsExactly("run#a", "run#a1", "run#a2");
        assertThat(found("run")).containsExactly("run#a", "run#a1", "run#a2", "run#b", "runs");
        assertThat(found("")).containsExactly("gen#1", "head", "run#a", "run#a1", "run#a2", "run#b", "runs");
        assertThat(found("none#")).isEmpty();
        assertThat(store().query("job#missing", "")).isEmpty();
        store().query(PK, "")
                .forEach((key, item) -> assertThat(item.text("name")).contains(key.sk()));
    }

    @Test
    void ofManyClaimsOneIsApplied() throws Exception {
        List<Callable<Outcome>> claims = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Item claim = Item.EMPTY.with("owner", i);
            claims.add(() -> put(HEAD, claim, new Condition.Absent()));
        }

        List<Outcome> outcomes = together(claims);

        assertThat(outcomes)
                .filteredOn(outcome -> outcome instanceof Outcome.Applied)
                .hasSize(1);
        Item winner = store().get(HEAD).orElseThrow();
        assertThat(outcomes)
                .filteredOn(outcome -> outcome instanceof Outcome.Refused)
                .containsOnly(new Outcome.Refused(Map.of(HEAD, winner)));
    }

    @Test
    void noIncrementIsLost() throws Exception {
        Write once = new Write.Update(HEAD, Map.of(), Map.of(), Map.of("count", 1L), Set.of(), List.of());
        List<Callable<Outcome>> increments = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            increments.add(() -> store().write(once));
        }

        assertThat(together(increments)).containsOnly(new Outcome.Applied());
        assertThat(store().get(HEAD)).contains(Item.EMPTY.with("count", 60));
    }

    private static <T> List<T> together(List<Callable<T>> work) throws Exception {
        List<T> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<T> answer : threads.invokeAll(work)) {
                answers.add(answer.get());
            }
        }
        return answers;
    }

    private List<String> found(String prefix) {
        return store().query(PK, prefix).keySet().stream().map(ItemKey::sk).toList();
    }

    private Outcome put(ItemKey key, Item item, Condition... conditions) {
        return store().write(new Write.Put(key, item, List.of(conditions)));
    }
}
