package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.run.CommitStep;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.Settlement;
import dev.tidemark.run.StateContradictionException;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.Write;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// State that somebody edited, or restored in part: every step ends, says what contradicts what, and claims nothing.
/// The world's ports take a step that goes on for ever for a failure.
class StateContradictionTest {

    private final ProtocolWorld world = new ProtocolWorld(false);
    private final JobContext context = world.context(world.ports);

    @Test
    void aClaimOfARunThatHasEndedIsRefusedByTheNextPlan() {
        world.work("A");
        runIs("A", "ABORTED");
        world.clockMoves();
        assertContradiction(() -> world.run(world.ports, "B"), "run A is ABORTED, and the job is CLAIMED by run A");
    }

    @Test
    void aClaimOfARunThatIsNotThereIsRefusedByTheNextPlan() {
        world.work("A");
        var _ = world.items.write(new Write.Delete(context.runKey("A"), List.of()));
        world.clockMoves();
        assertContradiction(() -> world.run(world.ports, "B"), "run A is not there, and the job is CLAIMED by run A");
    }

    @Test
    void aClaimOfARunThatIsNotThereIsRefusedByThatRunItself() {
        world.work("A");
        var _ = world.items.write(new Write.Delete(context.runKey("A"), List.of()));
        assertContradiction(() -> world.run(world.ports, "A"), "run A is not there, and the job is CLAIMED by run A");
    }

    @Test
    void aRunWhoseClaimIsGoneIsRefusedWhenItIsPlannedAgain() {
        world.work("A");
        headIs("IDLE", Set.of("runId", "leaseUntil"));
        assertContradiction(() -> world.run(world.ports, "A"), "run A is PLANNED, and the job is IDLE");
    }

    @Test
    void aPublishingRunOfAnIdleJobIsRefusedByItsAbortAndByItsCommit() {
        world.decide("A");
        headIs("IDLE", Set.of("runId", "record", "publisher", "publisherUntil"));
        assertContradiction(() -> world.abort(world.ports, "A"), "run A is PUBLISHING, and the job is IDLE");
        assertContradiction(() -> new CommitStep(0).run(context, "A"), "run A is PUBLISHING, and the job is IDLE");
    }

    @Test
    void aDecidedCommitOfARunThatHasEndedIsRefusedByTheNextPlan() {
        world.decide("A");
        runIs("A", "COMMITTED");
        world.clockMoves();
        assertContradiction(
                () -> world.run(world.ports, "B"), "run A is COMMITTED, and the job is PUBLISHING by run A");
    }

    @Test
    void aDecidedCommitOfARunThatIsNotThereIsRefusedByWhoeverSettles() {
        world.decide("A");
        var _ = world.items.write(new Write.Delete(context.runKey("A"), List.of()));
        world.clockMoves();
        assertContradiction(
                () -> new Settlement(context).settle(), "run A is not there, and the job is PUBLISHING by run A");
    }

    /// The old run commits, or is aborted, before each of the calls of the plan that takes over from it.
    @Test
    void aRunThatMovesWhileItIsLookedAtIsNoContradiction() {
        for (boolean commits : new boolean[] {true, false}) {
            for (int at = 1; ; at++) {
                ProtocolWorld moving = new ProtocolWorld(false);
                moving.work("A");
                moving.clockMoves();
                boolean[] moved = new boolean[1];
                MeddlingTap meddling = new MeddlingTap(at, false, () -> {
                    moved[0] = true;
                    if (commits) {
                        var _ = new CommitStep(0).run(moving.context(moving.ports), "A");
                    } else {
                        var _ = moving.abort(moving.ports, "A");
                    }
                });
                var _ = new PlanStep(moving::plan)
                        .run(moving.context(TappedPorts.of(moving.ports, meddling)), moving.request("B"));
                if (!moved[0]) {
                    assertThat(at).as("calls of the plan").isGreaterThan(4);
                    break;
                }
                assertThat(moving.state().head().state())
                        .as("before call %d", at)
                        .isNotEqualTo(Head.State.PUBLISHING);
            }
        }
    }

    private void assertContradiction(Runnable step, String facts) {
        var before = world.items.query(context.headKey().pk(), "");
        assertThatThrownBy(step::run)
                .isInstanceOf(StateContradictionException.class)
                .hasMessageContaining("The state of job j contradicts itself: " + facts)
                .hasMessageContaining("Restore all of the job's state from one copy");
        // Whoever settles has taken the publisher's seat by then.
        if (world.state().head().state() != Head.State.PUBLISHING) {
            assertThat(world.items.query(context.headKey().pk(), "")).isEqualTo(before);
        }
    }

    private void runIs(String runId, String state) {
        set(context.runKey(runId), state, Set.of());
    }

    private void headIs(String state, Set<String> gone) {
        set(context.headKey(), state, gone);
    }

    private void set(ItemKey key, String state, Set<String> gone) {
        var _ = world.items.write(new Write.Update(key, Map.of("state", state), Map.of(), Map.of(), gone, List.of()));
    }
}
