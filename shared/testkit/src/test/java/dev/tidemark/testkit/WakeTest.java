package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.run.AbortStep;
import dev.tidemark.run.Head;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunReport;
import dev.tidemark.run.SweepOutcome;
import dev.tidemark.run.SweepStep;
import dev.tidemark.run.WakeStep;
import dev.tidemark.spi.StorageUnavailableException;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whoever comes is served, whenever he comes: triggers, the start of the next run, the sweep.
class WakeTest {

    private final WakeWorld wake = new WakeWorld(WakeMistake.Broken.NOTHING);
    private final ProtocolWorld world = wake.world;

    @ParameterizedTest
    @EnumSource(WakeScenario.class)
    void whoeverComesIsServed(WakeScenario scenario) {
        assertThat(WakeScenario.firstFailure(scenario, WakeMistake.Broken.NOTHING))
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(WakeMistake.class)
    void theScenarioFindsTheMistake(WakeMistake mistake) {
        assertThat(WakeScenario.firstFailure(mistake.foundBy, mistake.broken()))
                .as("%s under %s", mistake, mistake.foundBy)
                .isNotNull();
    }

    @Test
    void theFirstTriggerOfAJobCreatesItsHeadAndStartsARun() {
        assertThat(new WakeStep(world.context(world.ports), wake.executions).wake("A"))
                .isTrue();
        assertThat(world.state().head().mark()).isEqualTo(1);
        assertThat(wake.executions.take()).hasValue("A");
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        assertThat(world.state().head().seen()).isEqualTo(1);
    }

    @Test
    void aTriggerDuringARunOnlyLeavesAMark() {
        world.work("A");
        assertThat(new WakeStep(world.context(world.ports), wake.executions).wake("B"))
                .isFalse();
        assertThat(wake.executions.take()).isEmpty();
        assertThat(world.state().head().mark()).isEqualTo(world.state().head().seen() + 1);
    }

    @Test
    void aClaimIsLeftAloneUntilItsLeaseIsOverByAnHour() {
        world.work("A");
        world.now.addAndGet(ProtocolWorld.LEASE.plusMinutes(59).toMillis());
        assertThat(sweep("S1")).isEqualTo(new SweepOutcome.Quiet());
        world.now.addAndGet(Duration.ofMinutes(1).toMillis());
        assertThat(sweep("S2")).isInstanceOf(SweepOutcome.Aborted.class);
        assertThat(world.state().run("A").orElseThrow().state()).isEqualTo(Run.State.ABORTED);
        assertThat(world.staging.hidden()).isEmpty();
    }

    @Test
    void aClaimWhoseExecutionWasStoppedIsEndedAtOnce() {
        wake.executions.start("j", "A");
        world.work("A");
        assertThat(sweep("S1")).isEqualTo(new SweepOutcome.Quiet());
        wake.executions.end("j", "A");
        assertThat(sweep("S2")).isInstanceOf(SweepOutcome.Aborted.class);
        assertThat(world.state().head().state()).isEqualTo(Head.State.IDLE);
    }

    @Test
    void aCommitThatNobodyPublishesIsFinished() {
        world.decide("A");
        assertThat(sweep("S1")).as("the seat is taken").isEqualTo(new SweepOutcome.Quiet());
        world.clockMoves();
        assertThat(sweep("S2")).isEqualTo(new SweepOutcome.Settled("A"));
        world.check();
    }

    @Test
    void aCommitThatIsLostIsAnAlarm() {
        world.decide("A");
        int _ = world.staging.discardRun(ProtocolWorld.OUT, "A");
        world.clockMoves();
        assertThat(sweep("S1")).isEqualTo(new SweepOutcome.Quiet());
        world.now.addAndGet(Duration.ofHours(1).toMillis());
        assertThat(sweep("S2")).isInstanceOf(SweepOutcome.Lost.class);
        assertThat(world.state().head().state()).isEqualTo(Head.State.PUBLISHING);
    }

    @Test
    void aJobWhoseRunsFailIsStartedLessAndLessOftenAndThenAlarms() {
        long[] minutes = {10, 20, 40, 80, 160, 320, 360, 360};
        for (int failures = 1; failures <= minutes.length; failures++) {
            world.work("A" + failures);
            var _ = new AbortStep().run(world.context(world.ports), "A" + failures, "it failed");
            boolean alarm = failures >= 7;
            long until =
                    world.now.get() + Duration.ofMinutes(minutes[failures - 1]).toMillis();
            world.now.set(until - 1);
            assertThat(sweep("S")).isEqualTo(new SweepOutcome.BackingOff(until, failures, alarm));
            world.now.set(until);
            assertThat(sweep("T" + failures)).isEqualTo(new SweepOutcome.Started("T" + failures, failures, alarm));
        }
        assertThat(world.run(world.ports, "Z")).isEqualTo("COMMITTED");
        assertThat(world.state().head().failures()).isZero();
    }

    /// A twin whose tombstone touches no head starts a run every five minutes for ever. Abort is called twice, as
    /// Lambda
    /// does: what failed once counts once.
    @Test
    void aJobWhoseRunsFailBeforeTheyClaimItIsStartedLessAndLessOftenToo() {
        RunReport.Failure failure = new RunReport.Failure("HeadBehindException", "the head is behind", false);
        assertThat(new WakeStep(world.context(world.ports), wake.executions).wake("A0"))
                .isTrue();
        long[] minutes = {10, 20, 40, 80, 160, 320, 360, 360};
        for (int failures = 1; failures <= minutes.length; failures++) {
            for (int call = 0; call < 2; call++) {
                assertThat(new AbortStep()
                                .run(world.context(world.ports), "A" + failures, failure)
                                .state())
                        .isEqualTo(Run.State.ABORTED);
            }
            long until =
                    world.now.get() + Duration.ofMinutes(minutes[failures - 1]).toMillis();
            assertThat(sweep("S")).isEqualTo(new SweepOutcome.BackingOff(until, failures, failures >= 7));
            world.now.set(until);
            assertThat(sweep("T" + failures))
                    .isEqualTo(new SweepOutcome.Started("T" + failures, failures, failures >= 7));
        }
        assertThat(world.run(world.ports, "Z")).isEqualTo("COMMITTED");
        assertThat(world.state().head().failures()).isZero();
    }

    /// Whose claim it is and what that one does is not the failed run's business.
    @Test
    void aRunThatFailsBeforeItsClaimDoesNotCountWhileAnotherHoldsTheJob() {
        world.work("A");
        var _ = new AbortStep().run(world.context(world.ports), "B", new RunReport.Failure("X", "it failed", false));
        assertThat(world.state().head().failures()).isZero();
        assertThat(world.state().head().state()).isEqualTo(Head.State.CLAIMED);
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
    }

    @Test
    void theNextRunOfAFailingJobIsLeftToTheSweep() {
        world.work("A");
        var _ = new AbortStep().run(world.context(world.ports), "A", "it failed");
        assertThat(new WakeStep(world.context(world.ports), wake.executions).next("B"))
                .isFalse();
    }

    @Test
    void theSweepDropsWhatALateWorkerOfAnEndedRunStaged() {
        world.work("A");
        var planned = world.planned("A");
        var _ = new AbortStep().run(world.context(world.ports), "A", "stopped");
        world.objects.delete(world.objects.names("mem:///work/runs/A/"));
        planned.chunks().forEach(chunk -> world.process(world.ports, "A", chunk));
        assertThat(world.staging.hidden()).isNotEmpty();
        world.now.addAndGet(Duration.ofHours(1).toMillis());
        var _ = sweep("S");
        assertThat(world.staging.hidden()).isEmpty();
        wake.drain();
        world.check();
    }

    @Test
    void aJobWhoseCleanUpFailsIsStillStarted() {
        var _ = new WakeStep(world.context(world.ports), new MemoryExecutions()).wake("lost");
        Ports used = TappedPorts.of(world.ports, new FailingListTap());
        assertThatThrownBy(() -> new SweepStep(world.context(used), wake.executions).run("S"))
                .isInstanceOf(StorageUnavailableException.class);
        assertThat(wake.executions.take()).hasValue("S");
    }

    /// A store that lists nothing of the work area.
    private static final class FailingListTap implements PortTap {

        @Override
        public <T> T call(String call, Supplier<T> effect) {
            if (call.equals("objects.list")) {
                throw new StorageUnavailableException("list", "denied", null);
            }
            return effect.get();
        }
    }

    private SweepOutcome sweep(String runId) {
        return new SweepStep(world.context(world.ports), wake.executions).run(runId);
    }
}
