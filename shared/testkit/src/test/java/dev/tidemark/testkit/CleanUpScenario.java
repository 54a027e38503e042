package dev.tidemark.testkit;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.run.CleanUpStep;
import dev.tidemark.run.GenerationMissingException;
import dev.tidemark.run.OperatorStep;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Run;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Clean-up beside somebody else, of whom one acts as a whole in the middle of the other's k-th port call.
enum CleanUpScenario {

    /// A run begins and commits in the middle of a clean-up.
    COMMIT_DURING_CLEAN_UP {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, MeddlingTap.Point point) {
            cleanUp(world, broken, point.at(() -> {
                world.produce("d=1/during");
                String _ = world.run(world.ports, "D");
            }));
        }
    },

    /// A clean-up in the middle of a run.
    CLEAN_UP_DURING_COMMIT {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, MeddlingTap.Point point) {
            world.produce("d=1/during");
            String _ = world.run(TappedPorts.of(world.ports, point.at(() -> cleanUp(world, broken, null))), "D");
        }
    },

    /// An operator goes back to the oldest generation in the middle of a clean-up that is to delete it.
    REWIND_DURING_CLEAN_UP {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, MeddlingTap.Point point) {
            cleanUp(world, broken, point.at(() -> rewind(world, world.ports)));
        }
    },

    /// A clean-up in the middle of an operator's way back to a generation that it deletes.
    CLEAN_UP_DURING_REWIND {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, MeddlingTap.Point point) {
            rewind(
                    world,
                    broken.apply(TappedPorts.of(
                            world.ports, point.at(() -> cleanUp(world, UnaryOperator.identity(), null)))));
        }
    },

    /// A clean-up in the middle of an operator's act that writes a segment.
    CLEAN_UP_DURING_SET_NOW {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, MeddlingTap.Point point) {
            var listed = world.objects.list("mem:///in/", false, null).objects();
            Ports used = TappedPorts.of(world.ports, point.at(() -> cleanUp(world, broken, null)));
            var _ = new OperatorStep(world.context(used), "ann").setNow(Map.of("f", listed), "");
        }
    };

    /// @param broken ports of the clean-up (or of the rewind, where that is what is disturbed)
    /// @param point  where the other acts
    abstract void play(ProtocolWorld world, UnaryOperator<Ports> broken, MeddlingTap.Point point);

    /// @return the first thing that was wrong, or null
    static @Nullable Throwable firstFailure(CleanUpScenario scenario, UnaryOperator<Ports> broken) {
        for (boolean after : new boolean[] {false, true}) {
            boolean reached = true;
            for (int at = 1; reached; at++) {
                ProtocolWorld world = new ProtocolWorld(false);
                world.job = ProtocolJob.keeping(2);
                MeddlingTap.Point point = new MeddlingTap.Point(at, after);
                try {
                    commits(world, 0, 4);
                    world.now.addAndGet(Duration.ofDays(40).toMillis());
                    scenario.play(world, broken, point);
                    world.recover();
                    cleanUp(world, UnaryOperator.identity(), null);
                    world.check();
                } catch (AssertionError | TidemarkException wrong) {
                    return new AssertionError(
                            "%s, call %d, %s its effect: %s".formatted(scenario, at, after ? "after" : "before", wrong),
                            wrong);
                }
                reached = point.reached();
            }
        }
        return null;
    }

    static void commits(ProtocolWorld world, int from, int count) {
        for (int i = from; i < from + count; i++) {
            world.produce("d=1/more" + i);
            if (!world.run(world.ports, "R" + i).equals(Run.State.COMMITTED.name())) {
                throw new AssertionError("run R" + i + " did not commit");
            }
        }
    }

    private static void cleanUp(ProtocolWorld world, UnaryOperator<Ports> broken, @Nullable PortTap tap) {
        Ports used = tap == null ? world.ports : TappedPorts.of(world.ports, tap);
        var _ = new CleanUpStep(world.context(broken.apply(used))).run();
    }

    /// Going back would read objects again on purpose, so the next act says that all is taken.
    private static void rewind(ProtocolWorld world, Ports used) {
        try {
            var _ = new OperatorStep(world.context(used), "ann").rewind(2, "");
        } catch (GenerationMissingException gone) {
            return;
        }
        var listed = world.objects.list("mem:///in/", false, null).objects();
        var _ = new OperatorStep(world.context(world.ports), "ann").setNow(Map.of("f", listed), "");
    }
}
