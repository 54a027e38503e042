package dev.tidemark.testkit;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.run.Ports;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// How arrivals may meet a run. After each, all that arrived must be in the output.
enum WakeScenario {

    /// An object arrives in the middle of a run. There is no sweep.
    ARRIVAL {
        @Override
        boolean play(WakeWorld world, int at, int other) {
            MeddlingTap.Point point = new MeddlingTap.Point(at, false);
            world.trigger(UnaryOperator.identity());
            String run = world.executions.take().orElseThrow();
            world.execute(run, ports -> TappedPorts.of(ports, point.at(() -> arrive(world, UnaryOperator.identity()))));
            world.drain();
            return point.reached();
        }
    },

    /// An object arrives in the middle of a run that has nothing to do. There is no sweep.
    ARRIVAL_DURING_AN_EMPTY_RUN {
        @Override
        boolean play(WakeWorld world, int at, int other) {
            MeddlingTap.Point point = new MeddlingTap.Point(at, false);
            world.trigger(UnaryOperator.identity());
            world.drain();
            world.trigger(UnaryOperator.identity());
            String run = world.executions.take().orElseThrow();
            world.execute(run, ports -> TappedPorts.of(ports, point.at(() -> arrive(world, UnaryOperator.identity()))));
            world.drain();
            return point.reached();
        }
    },

    /// The trigger of an object stands between two of its calls while the run goes on. There is no sweep.
    SLOW_TRIGGER {
        @Override
        boolean play(WakeWorld world, int at, int other) {
            world.trigger(UnaryOperator.identity());
            String run = world.executions.take().orElseThrow();
            MeddlingTap.Point point = new MeddlingTap.Point(at, false);
            List<Actor> trigger = new ArrayList<>();
            world.execute(
                    run,
                    ports -> TappedPorts.of(ports, point.at(() -> {
                        Actor slow = new Actor(tap -> arrive(world, tapped -> TappedPorts.of(tapped, tap)));
                        int _ = slow.move(other);
                        trigger.add(slow);
                    })));
            for (Actor slow : trigger) {
                int _ = slow.finish();
                slow.close();
            }
            world.drain();
            return point.reached();
        }

        @Override
        List<Integer> others() {
            return List.of(0, 1, 2, 3);
        }
    },

    /// An object arrives after the listing, and the run dies before any later call. The sweep comes.
    ARRIVAL_AND_DEATH {
        @Override
        boolean play(WakeWorld world, int at, int other) {
            world.trigger(UnaryOperator.identity());
            String run = world.executions.take().orElseThrow();
            HaltingTap halting = new HaltingTap(at, false);
            MeddlingTap arrival = new MeddlingTap(other, false, () -> arrive(world, UnaryOperator.identity()));
            boolean died = false;
            try {
                world.execute(run, ports -> TappedPorts.of(TappedPorts.of(ports, halting), arrival));
            } catch (Halt dead) {
                died = true;
                world.executions.end("j", run);
            }
            world.drain();
            world.sweepUntilQuiet();
            return died;
        }

        @Override
        List<Integer> others() {
            return List.of(1, 12);
        }
    },

    /// A call of a run fails, and the run is aborted. The sweep comes.
    FAILURE {
        @Override
        boolean play(WakeWorld world, int at, int other) {
            world.trigger(UnaryOperator.identity());
            String run = world.executions.take().orElseThrow();
            MeddlingTap.Point point = new MeddlingTap.Point(at, false);
            world.execute(
                    run,
                    ports -> TappedPorts.of(ports, point.at(() -> {
                        throw new dev.tidemark.spi.StorageUnavailableException("go on", "the store is away", null);
                    })));
            world.drain();
            world.sweepUntilQuiet();
            return point.reached();
        }
    },

    /// Each run takes one object and leaves the others. There is no sweep.
    BOUNDED {
        @Override
        boolean play(WakeWorld world, int at, int other) {
            world.world.mostObjects = 1;
            world.trigger(UnaryOperator.identity());
            world.drain();
            return false;
        }
    };

    /// @param at    the call of the run at which it happens
    /// @param other one of [#others()]
    /// @return whether the run came to that call
    abstract boolean play(WakeWorld world, int at, int other);

    List<Integer> others() {
        return List.of(0);
    }

    private static void arrive(WakeWorld world, UnaryOperator<Ports> tapped) {
        world.arrival("d=2/late", tapped);
    }

    /// @return the first thing that was wrong, or null
    static @Nullable Throwable firstFailure(WakeScenario scenario, WakeMistake.Broken broken) {
        for (int other : scenario.others()) {
            boolean reached = true;
            for (int at = 1; reached; at++) {
                WakeWorld world = new WakeWorld(broken);
                try {
                    reached = scenario.play(world, at, other);
                    world.check();
                } catch (AssertionError | TidemarkException wrong) {
                    return new AssertionError("%s, call %d, %d: %s".formatted(scenario, at, other, wrong), wrong);
                }
            }
        }
        return null;
    }
}
