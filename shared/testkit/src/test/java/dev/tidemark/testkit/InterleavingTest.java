package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Run;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Two runs past planning, of which the second took over the first one's lease: one goes some calls, the other goes
/// some calls, the one ends, the other ends; for every pair of points, in both orders.
class InterleavingTest {

    @Test
    void twoRunsPastPlanningInEveryInterleavingWithTheOldHolderFirst() {
        assertThat(firstFailure("A", "B", UnaryOperator.identity())).isNull();
    }

    @Test
    void twoRunsPastPlanningInEveryInterleavingWithTheNewHolderFirst() {
        assertThat(firstFailure("B", "A", UnaryOperator.identity())).isNull();
    }

    /// The new holder plans in the middle of the old one's work and commit.
    @Test
    void aTakeoverAtEveryPointStoppedAtEveryPoint() {
        assertThat(takeovers(UnaryOperator.identity())).isNull();
    }

    @Test
    void theInterleavingsFindADecisionWithoutTheClaim() {
        assertThat(takeovers(Mistake.M10_DECIDE_WITHOUT_CLAIM.made)).isNotNull();
    }

    @Test
    void theInterleavingsFindAnUnconditionalFinish() {
        assertThat(takeovers(Mistake.M14_FINISH_UNCONDITIONAL.made)).isNotNull();
    }

    private static @Nullable Throwable firstFailure(String first, String second, UnaryOperator<Ports> broken) {
        boolean moreOfOne = true;
        for (int i = 0; moreOfOne; i++) {
            boolean moreOfOther = true;
            for (int j = 0; moreOfOther; j++) {
                ProtocolWorld world = new ProtocolWorld(false);
                try (Actor a = planned(world, "A", broken)) {
                    world.clockMoves();
                    try (Actor b = planned(world, "B", broken)) {
                        Actor one = first.equals("A") ? a : b;
                        Actor other = one == a ? b : a;
                        moreOfOne = one.move(i) == i && !one.ended();
                        moreOfOther = other.move(j) == j && !other.ended();
                        int _ = one.finish();
                        int _ = other.finish();
                    }
                    world.recover();
                    world.check();
                } catch (AssertionError | TidemarkException wrong) {
                    return new AssertionError(
                            "%s %d calls, %s %d calls: %s".formatted(first, i, second, j, wrong), wrong);
                }
            }
        }
        return null;
    }

    private static @Nullable Throwable takeovers(UnaryOperator<Ports> broken) {
        boolean moreOfOne = true;
        for (int i = 0; moreOfOne; i++) {
            boolean moreOfOther = true;
            for (int j = 1; moreOfOther; j++) {
                ProtocolWorld world = new ProtocolWorld(false);
                try (Actor a = planned(world, "A", broken)) {
                    moreOfOne = a.move(i) == i && !a.ended();
                    world.clockMoves();
                    try (Actor b = actor(world, "B", broken)) {
                        moreOfOther = b.move(j) == j && !b.ended();
                        int _ = a.finish();
                        int _ = b.finish();
                    }
                    world.recover();
                    world.check();
                } catch (AssertionError | TidemarkException wrong) {
                    return new AssertionError("A %d calls, B %d calls: %s".formatted(i, j, wrong), wrong);
                }
            }
        }
        return null;
    }

    /// An actor whose plan is saved.
    private static Actor planned(ProtocolWorld world, String runId, UnaryOperator<Ports> broken) {
        Actor actor = actor(world, runId, broken);
        while (world.state().run(runId).flatMap(Run::plan).isEmpty()) {
            if (actor.move(1) == 0) {
                throw new AssertionError("run " + runId + " ended without a plan");
            }
        }
        return actor;
    }

    private static Actor actor(ProtocolWorld world, String runId, UnaryOperator<Ports> broken) {
        return new Actor(tap -> {
            try {
                String _ = world.run(broken.apply(TappedPorts.of(world.ports, tap)), runId);
            } catch (TidemarkException expected) {
                assertThat(expected.getMessage()).as("what the run says").isNotEmpty();
            }
        });
    }
}
