package dev.tidemark.testkit;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Run;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What can happen to a run at each of its port calls. Every scenario ends with recovery and the checks.
enum Scenario {

    /// The process stops. The next run carries on.
    CRASH {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            try {
                String _ = world.run(broken.apply(TappedPorts.of(world.ports, new HaltingTap(at, after))), "A");
            } catch (Halt halted) {
                world.clockMoves();
            }
        }
    },

    /// The run sleeps past its lease and the seat's time; a second run takes over, then the first goes on.
    TAKEOVER {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(world, broken, at, after, () -> {
                world.clockMoves();
                tolerant(() -> world.run(broken.apply(world.ports), "B"));
            });
        }
    },

    /// A second run starts while the first is alive.
    RIVAL {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(world, broken, at, after, () -> tolerant(() -> world.run(broken.apply(world.ports), "B")));
        }
    },

    /// The same run is started twice: a late duplicate of every step.
    DUPLICATE {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(world, broken, at, after, () -> {
                world.produce("d=2/late");
                tolerant(() -> world.run(broken.apply(world.ports), "A"));
            });
        }
    },

    /// Second workers do the run's chunks.
    TWIN_WORKERS {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(world, broken, at, after, () -> tolerant(() -> world.twinWorkers(broken.apply(world.ports), "A")));
        }
    },

    /// Somebody aborts the run, which does not know and goes on.
    ABORT {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            boolean[] aborted = new boolean[1];
            meddled(world, broken, at, after, () -> {
                try {
                    aborted[0] = world.abort(broken.apply(world.ports), "A").state() == Run.State.ABORTED;
                } catch (TidemarkException expected) {
                    aborted[0] = false;
                }
            });
            if (aborted[0]
                    && world.ports
                            .state()
                            .get(world.context(world.ports).runKey("A"))
                            .flatMap(item -> item.text("state"))
                            .filter("ABORTED"::equals)
                            .isEmpty()) {
                throw new AssertionError("run A had been aborted and went on all the same");
            }
        }
    },

    /// A producer overwrites an object that is not split.
    OVERWRITE {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(world, broken, at, after, () -> world.produce("d=1/a"));
        }
    },

    /// A producer overwrites an object that is split over two chunks.
    OVERWRITE_SPLIT {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(world, broken, at, after, () -> world.produce("d=1/b.split"));
        }
    };

    /// @param broken ports with a mistake in them; the identity for none
    /// @param at     the port call of run A at which it happens
    abstract void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after);

    /// Plays the scenario at every port call until the run has fewer.
    ///
    /// @return the first thing that was wrong, or null
    static @Nullable Throwable firstFailure(Scenario scenario, UnaryOperator<Ports> broken, boolean soleClaimant) {
        int calls = calls(broken, soleClaimant);
        for (int at = 1; at <= calls; at++) {
            for (boolean after : new boolean[] {false, true}) {
                ProtocolWorld world = new ProtocolWorld(soleClaimant);
                try {
                    scenario.play(world, broken, at, after);
                    world.recover();
                    world.check();
                } catch (AssertionError | TidemarkException wrong) {
                    return new AssertionError(
                            "%s, call %d, %s its effect: %s".formatted(scenario, at, after ? "after" : "before", wrong),
                            wrong);
                }
            }
        }
        return null;
    }

    /// How many port calls an undisturbed run makes.
    static int calls(UnaryOperator<Ports> broken, boolean soleClaimant) {
        ProtocolWorld world = new ProtocolWorld(soleClaimant);
        HaltingTap counting = HaltingTap.counting();
        tolerant(() -> world.run(broken.apply(TappedPorts.of(world.ports, counting)), "A"));
        return counting.calls();
    }

    private static void meddled(
            ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after, Runnable other) {
        MeddlingTap tap = new MeddlingTap(at, after, other);
        tolerant(() -> world.run(broken.apply(TappedPorts.of(world.ports, tap)), "A"));
    }

    /// A run may end with an error; then, as the state machine does, it is aborted.
    private static void tolerant(Runnable run) {
        try {
            run.run();
        } catch (TidemarkException expected) {
            // What is left behind is for recovery to mend, and for the checks to judge.
        }
    }
}
