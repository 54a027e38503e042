package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.spi.Write;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.StateStoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStateStoreTest extends StateStoreContract {

    private static final String PK = "job#orders";
    private static final ItemKey HEAD = new ItemKey(PK, "head");
    private static final ItemKey RUN = new ItemKey(PK, "run#R1");
    private static final ItemKey GENERATION = new ItemKey(PK, "gen#000000000001");

    /// What a crash leaves right after the intent's rename: it names three writes and none is done.
    private static final String INTENT = """
            {"gen#000000000001":{"run":"R1"},"run#R1":null,"head":{"generation":1,"state":"FREE"}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private LocalStateStore store;

    @BeforeEach
    void open() {
        store = new LocalStateStore(folder);
    }

    @Override
    protected StateStore store() {
        return store;
    }

    @Test
    void recoveryAppliesTheIntentOfACrash() throws IOException {
        leaveIntent();

        store.recover(PK);

        assertApplied();
        store.recover(PK);
        assertApplied();
    }

    @Test
    void recoveryFinishesAnIntentThatIsHalfDone() throws IOException {
        leaveIntent();
        Files.createDirectories(jobFolder().resolve("gen"));
        Files.writeString(jobFolder().resolve("gen/000000000001.json"), "{\"run\":\"R1\"}\n");
        Files.delete(jobFolder().resolve("run/R1.json"));

        store.recover(PK);

        assertApplied();
    }

    @Test
    void theFirstWriterAfterACrashMeetsTheIntentApplied() throws IOException {
        leaveIntent();

        assertThat(store.write(new Write.Put(HEAD, Item.EMPTY, List.of(new Condition.NumberIs("generation", 0)))))
                .isInstanceOf(StateStore.Outcome.Refused.class);

        assertApplied();
    }

    @Test
    void anIntentIsNoItem() throws IOException {
        leaveIntent();

        assertThat(store.query(PK, "")).containsOnlyKeys(HEAD, RUN);
    }

    /// The intent was not renamed into place: the transaction never happened.
    @Test
    void anIntentStillAsideIsNotApplied() throws IOException {
        leaveIntent();
        Files.move(jobFolder().resolve("txn.json"), jobFolder().resolve(".tidemark-tmp-1-1"));

        store.recover(PK);

        assertThat(store.get(HEAD)).contains(Item.EMPTY.with("generation", 0));
        assertThat(store.query(PK, "")).containsOnlyKeys(HEAD, RUN);
    }

    /// An error amid a transaction (a full disk) leaves it decided or not, but never half done for whoever goes on
    /// with this store. The broken twin reads the files as they are: head and run apart.
    @Test
    void whoeverGoesOnAfterAFailedTransactionNeverReadsHalfOfIt() throws IOException {
        List<Write> both = List.of(
                new Write.Put(HEAD, Item.EMPTY.with("state", "after"), List.of()),
                new Write.Put(RUN, Item.EMPTY.with("state", "after"), List.of()));
        int mixed = 0;
        for (int at = 1; at <= 50; at++) {
            store.write(new Write.Put(HEAD, Item.EMPTY.with("state", "before"), List.of()));
            store.write(new Write.Put(RUN, Item.EMPTY.with("state", "before"), List.of()));
            LocalStateStore halting = new LocalStateStore(
                    folder, new DurableFiles(new HaltingFileWork(at, HaltingFileWork.Moment.BEFORE)));
            Throwable halt = catchThrowable(() -> halting.transact(both));
            Throwable unread =
                    catchThrowable(() -> assertThat(halting.get(HEAD)).isEqualTo(halting.get(RUN)));
            assertThat(unread)
                    .satisfiesAnyOf(
                            none -> assertThat(none).isNull(),
                            stopped -> assertThat(stopped).isInstanceOf(Halt.class));
            LocalStateStore twin = new LocalStateStore(folder);
            mixed += halt != null && !twin.get(HEAD).equals(twin.get(RUN)) ? 1 : 0;
            store.recover(PK);
            assertThat(store.get(HEAD)).isEqualTo(store.get(RUN));
        }
        assertThat(mixed)
                .as("moments at which a reader of the files would see half")
                .isPositive();
    }

    @Test
    void aDamagedItemIsNamed() throws IOException {
        leaveIntent();
        Files.delete(jobFolder().resolve("txn.json"));
        Files.writeString(jobFolder().resolve("head.json"), "{\"generation\":");

        assertThatThrownBy(() -> store.get(HEAD))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("head.json");
    }

    @Test
    void anotherProcessReadsWhatWasWritten() {
        store.write(new Write.Put(HEAD, Item.EMPTY.with("generation", 3), List.of()));

        assertThat(new LocalStateStore(folder).get(HEAD)).contains(Item.EMPTY.with("generation", 3));
    }

    @Test
    void keysCannotLeaveTheStateFolder() {
        for (String sk : List.of("", "..", "run#..", "run#a/b", "#", ".hidden")) {
            assertThatThrownBy(() -> store.get(new ItemKey(PK, sk))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private void leaveIntent() throws IOException {
        store.write(new Write.Put(HEAD, Item.EMPTY.with("generation", 0), List.of()));
        store.write(new Write.Put(RUN, Item.EMPTY.with("state", "COMMITTING"), List.of()));
        Files.writeString(jobFolder().resolve("txn.json"), INTENT);
    }

    private void assertApplied() {
        assertThat(store.get(HEAD)).contains(Item.EMPTY.with("generation", 1).with("state", "FREE"));
        assertThat(store.get(RUN)).isEmpty();
        assertThat(store.get(GENERATION)).contains(Item.EMPTY.with("run", "R1"));
        assertThat(jobFolder().resolve("txn.json")).doesNotExist();
    }

    private Path jobFolder() {
        return folder.resolve("job/orders");
    }
}
