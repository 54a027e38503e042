package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.run.CommitStep;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Patience;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.Ports;
import dev.tidemark.run.PublishLostException;
import dev.tidemark.run.PublishingException;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunMissingException;
import dev.tidemark.run.RunNotPlannedException;
import dev.tidemark.run.Settlement;
import dev.tidemark.run.StagingExpiredException;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StagedExpiry;
import dev.tidemark.spi.Write;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Publishing what was decided: files that are missing, time that is short, a catalog that is put off.
class SettlementTest {

    private static final Duration ALMOST_AN_HOUR = Duration.ofMinutes(59);

    private final ProtocolWorld world = new ProtocolWorld(false);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLaptopSuspendedForEightDaysBeforeItsCommitIsRefusedAndTheNextRunTakesEverything(boolean oneMachine) {
        ProtocolWorld laptop = new ProtocolWorld(oneMachine);
        laptop.work("A");
        laptop.now.addAndGet(Duration.ofDays(8).toMillis());
        assertThatThrownBy(() -> new CommitStep(0).run(laptop.context(laptop.ports), "A"))
                .isInstanceOf(StagingExpiredException.class)
                .hasMessageContaining("Run A cannot commit: chunk 0 staged its files at 1970-01-01T00:16:40Z")
                .hasMessageContaining("more than 5 days ago");
        assertThat(laptop.rows()).isEmpty();
        laptop.recover();
        laptop.check();
    }

    @Test
    void aRunThatNeverStartedAndOneThatIsNotPlannedCannotCommitAndSayWhichOfTheTwoTheyAre() {
        CommitStep commit = new CommitStep(0);
        assertThatThrownBy(() -> commit.run(world.context(world.ports), "A"))
                .isInstanceOf(RunMissingException.class)
                .hasMessageContaining("Job j has no run A: it never claimed the job");
        PlanStep dying = new PlanStep((context, request, base) -> {
            throw new Halt("planning");
        });
        assertThatThrownBy(() -> dying.run(world.context(world.ports), world.request("A")))
                .isInstanceOf(Halt.class);
        assertThatThrownBy(() -> commit.run(world.context(world.ports), "A"))
                .isInstanceOf(RunNotPlannedException.class)
                .hasMessageContaining("Run A cannot go on: it claimed the job and its plan was not saved yet")
                .hasMessageContaining("tidemark runs abort JOB A");
    }

    @Test
    void stagingOfFiveDaysIsStillCommitted() {
        world.work("A");
        world.now.addAndGet(Duration.ofDays(5).toMillis());
        assertThat(new CommitStep(0).run(world.context(world.ports), "A").state())
                .isEqualTo(Run.State.COMMITTED);
    }

    /// Stores drop hidden files after a week. M22's commit, which does not ask how old they are, loses them two days
    /// on.
    @Test
    void whatIsDecidedOnTheFifthDayIsFinishedBeforeTheStoreDropsIt() {
        decidedLate(world, Duration.ofDays(5), UnaryOperator.identity());
        assertThat(world.run(world.ports, "B")).isEqualTo("NOTHING_TO_DO");
        world.check();

        ProtocolWorld sixthDay = new ProtocolWorld(false);
        decidedLate(sixthDay, Duration.ofDays(6), Mistake.M22_COMMIT_OF_EXPIRED_FILES.made);
        assertThatThrownBy(() -> sixthDay.run(sixthDay.ports, "B")).isInstanceOf(PublishingException.class);
    }

    /// Run A dies as soon as its commit is decided, and 47 hours go by.
    ///
    /// @param age of the staged files at the commit
    private static void decidedLate(ProtocolWorld late, Duration age, UnaryOperator<Ports> broken) {
        late.staging.expiring(new StagedExpiry.After(Duration.ofDays(7)));
        late.work("A");
        late.now.addAndGet(age.toMillis());
        Ports dying = broken.apply(TappedPorts.of(late.ports, ProtocolWorld.DIES_DECIDED));
        assertThatThrownBy(() -> new CommitStep(0).run(late.context(dying), "A"))
                .isInstanceOf(Halt.class);
        late.now.addAndGet(Duration.ofHours(47).toMillis());
    }

    /// An operator's repair gives the head another record just before the commit sits down to publish the first. The
    /// twin that returns the run as it is tells that the commit has ended.
    @Test
    void aCommitWhoseRecordIsReplacedMeanwhileHasNotEnded() {
        world.decide("A");
        world.now.addAndGet(Duration.ofDays(1).toMillis());
        AtomicInteger writes = new AtomicInteger();
        Ports meddled = TappedPorts.of(world.ports, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("state.write") && writes.getAndIncrement() == 0) {
                    JobContext context = world.context(world.ports);
                    for (ItemKey key : List.of(context.headKey(), context.runKey("A"))) {
                        var _ = world.items.write(new Write.Update(
                                key, Map.of("record", "another"), Map.of(), Map.of(), Set.of(), List.of()));
                    }
                }
                return effect.get();
            }
        });
        assertThatThrownBy(() -> new CommitStep(0).run(world.context(meddled), "A"))
                .isInstanceOf(PublishingException.class);
        assertThat(writes).hasPositiveValue();
    }

    @Test
    void onOneMachineAMissingStagedFileIsLostAtOnce() {
        ProtocolWorld machine = new ProtocolWorld(true);
        machine.decide("A");
        int _ = machine.staging.discardRun(ProtocolWorld.OUT, "A");
        assertThatThrownBy(() -> settle(machine))
                .isInstanceOf(PublishLostException.class)
                .hasMessageContaining("Run A cannot be published: 4 staged files are gone");
        assertThat(machine.state().head().state()).isEqualTo(Head.State.PUBLISHING);
    }

    @Test
    void inTheCloudAMissingFileIsLostOnlyAfterAnHourCountedOverAllSettlers() {
        world.decide("A");
        int _ = world.staging.discardRun(ProtocolWorld.OUT, "A");
        world.clockMoves();
        assertThatThrownBy(() -> settle(world)).isInstanceOf(PublishingException.class);
        world.now.addAndGet(ALMOST_AN_HOUR.toMillis());
        assertThatThrownBy(() -> settle(world)).isInstanceOf(PublishingException.class);
        world.now.addAndGet(Duration.ofMinutes(2).toMillis());
        assertThatThrownBy(() -> settle(world)).isInstanceOf(PublishLostException.class);
        assertThat(world.state().head().state()).isEqualTo(Head.State.PUBLISHING);
        assertThat(world.state().run("A").orElseThrow().state()).isEqualTo(Run.State.PUBLISHING);
    }

    @Test
    void whoCanWaitLooksAgainUntilTheHourIsOver() {
        world.decide("A");
        int _ = world.staging.discardRun(ProtocolWorld.OUT, "A");
        world.clockMoves();
        AtomicInteger pauses = new AtomicInteger();
        world.patience = waiting(Long.MAX_VALUE, pauses::incrementAndGet);
        assertThatThrownBy(() -> settle(world)).isInstanceOf(PublishLostException.class);
        assertThat(pauses).hasValue(360);
    }

    @Test
    void aFileWhoseCompletionIsUnderWayAppearsAndTheRunIsCommitted() {
        world.decide("A");
        var files = world.decided("A").files();
        int _ = world.staging.discardRun(ProtocolWorld.OUT, "A");
        world.clockMoves();
        AtomicInteger pauses = new AtomicInteger();
        world.patience = waiting(Long.MAX_VALUE, () -> {
            if (pauses.incrementAndGet() == 3) {
                files.forEach(file -> world.objects.put(file.target(), "completed by somebody else"));
            }
        });
        settle(world);
        assertThat(pauses).hasValue(3);
        assertThat(world.state().run("A").orElseThrow().state()).isEqualTo(Run.State.COMMITTED);
        assertThat(world.state().run("A").orElseThrow().item().has("missingSince"))
                .isFalse();
    }

    @Test
    void theHourOfAMissingFileIsForgottenWhenANextSettlerFindsIt() {
        world.decide("A");
        var files = world.decided("A").files();
        int _ = world.staging.discardRun(ProtocolWorld.OUT, "A");
        world.clockMoves();
        assertThatThrownBy(() -> settle(world)).isInstanceOf(PublishingException.class);
        assertThat(world.state().run("A").orElseThrow().item().has("missingSince"))
                .isTrue();
        files.forEach(file -> world.objects.put(file.target(), "completed by somebody else"));
        world.clockMoves();
        settle(world);
        assertThat(world.state().run("A").orElseThrow().item().has("missingSince"))
                .isFalse();
    }

    @Test
    void pastItsDeadlineASettlerStopsAndTheNextOneFinishes() {
        world.decide("A");
        world.clockMoves();
        world.patience = waiting(world.now.get(), () -> {});
        assertThatThrownBy(() -> settle(world)).isInstanceOf(PublishingException.class);
        assertThat(world.rows()).isEmpty();
        world.clockMoves();
        world.patience = Patience.NONE;
        settle(world);
        world.recover();
        world.check();
    }

    /// The table is read, and the time is over. A twin that looks at no clock is killed among the partitions, and its
    /// execution learns nothing.
    @Test
    void aSettlerWhoseTimeEndsInTheCatalogStopsBeforeTheNextPartitions() {
        world.decide("A");
        world.clockMoves();
        long deadline = world.now.get() + 1;
        AtomicInteger written = new AtomicInteger();
        Ports slow = TappedPorts.of(world.ports, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("catalog.table")) {
                    world.now.set(deadline);
                }
                if (call.equals("catalog.writePartitions")) {
                    written.incrementAndGet();
                }
                return effect.get();
            }
        });
        world.patience = waiting(deadline, () -> {});
        assertThatThrownBy(() -> new Settlement(world.context(slow)).settle()).isInstanceOf(PublishingException.class);
        assertThat(written).hasValue(0);
        assertThat(world.state().head().state()).isEqualTo(Head.State.PUBLISHING);
        world.clockMoves();
        world.patience = Patience.NONE;
        new Settlement(world.context(slow)).settle();
        assertThat(written).hasPositiveValue();
        world.check();
    }

    @Test
    void aSeatThatSomebodyHoldsIsNotTaken() {
        world.decide("A");
        assertThatThrownBy(() -> settle(world))
                .isInstanceOf(PublishingException.class)
                .hasMessageContaining("Run A of job j is being published");
    }

    /// The settler sleeps before the effect of each of its calls, while another ends the commit and a run claims.
    @Test
    void aSettlerThatComesLateChangesNothing() {
        ProtocolWorld undisturbed = new ProtocolWorld(false);
        undisturbed.decide("A");
        undisturbed.clockMoves();
        HaltingTap counting = HaltingTap.counting();
        new Settlement(undisturbed.context(TappedPorts.of(undisturbed.ports, counting))).settle();
        assertThat(counting.calls()).isGreaterThan(8);
        for (int at = 1; at <= counting.calls(); at++) {
            ProtocolWorld late = new ProtocolWorld(false);
            late.decide("A");
            late.clockMoves();
            String[] items = new String[1];
            MeddlingTap sleeps = new MeddlingTap(at, false, () -> {
                late.clockMoves();
                settle(late);
                late.produce("d=2/late");
                late.work("B");
                items[0] = late.everything();
            });
            try {
                new Settlement(late.context(TappedPorts.of(late.ports, sleeps))).settle();
            } catch (PublishingException finishedByAnother) {
                assertThat(finishedByAnother).hasMessageContaining("being published");
            }
            assertThat(late.everything()).as("call %d", at).isEqualTo(items[0]);
        }
    }

    @Test
    void aCatalogChangeThatWasPutOffIsOwedUntilTheNextCommitAppliesIt() {
        world.decide("A");
        world.clockMoves();
        new Settlement(world.context(world.ports)).settleWithoutCatalog();
        assertThat(world.state().run("A").orElseThrow().state()).isEqualTo(Run.State.COMMITTED);
        assertThat(world.rows()).hasSize(6);
        assertThat(world.catalog.table("lake", "t")).isEmpty();
        assertThat(world.state().head().owed()).isPresent();
        assertThat(world.run(world.ports, "B")).isEqualTo("NOTHING_TO_DO");
        assertThat(world.state().head().owed()).isPresent();

        world.produce("d=3/new");
        world.decide("C");
        world.clockMoves();
        new Settlement(world.context(world.ports)).settleWithoutCatalog();
        assertThat(world.catalog.table("lake", "t")).isEmpty();

        world.produce("d=4/newer");
        assertThat(world.run(world.ports, "D")).isEqualTo("COMMITTED");
        assertThat(world.state().head().owed()).isEmpty();
        assertThat(world.catalog.partitions("lake", "t"))
                .extracting(partition -> partition.values().getFirst())
                .containsExactlyInAnyOrder("1", "2", "3", "4");
    }

    private static void settle(ProtocolWorld world) {
        new Settlement(world.context(world.ports)).settle();
    }

    private Patience waiting(long deadline, Runnable each) {
        return new Patience() {
            @Override
            public long deadline() {
                return deadline;
            }

            @Override
            public boolean pause(Duration time) {
                world.now.addAndGet(time.toMillis());
                each.run();
                return true;
            }
        };
    }
}
