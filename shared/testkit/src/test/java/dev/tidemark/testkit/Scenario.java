package dev.tidemark.testkit;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.plan.Chunk;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.Head;
import dev.tidemark.run.OperatorStep;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Run;
import dev.tidemark.spi.StagedExpiry;
import dev.tidemark.spi.StorageUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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
    },

    /// A call fails, before its effect or with its answer lost, and the same run is started again, as a state machine
    /// does.
    UNKNOWN_ANSWER {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(world, broken, at, after, () -> {
                throw new StorageUnavailableException("go on", "TransactionConflict", null);
            });
            world.clockMoves();
            tolerant(() -> world.run(broken.apply(world.ports), "A"));
        }
    },

    /// The first answer of a call is lost after its effect, and the call is made again, as an SDK does: the run does
    /// not notice.
    LOST_ANSWER {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            int[] calls = new int[1];
            PortTap lost = new PortTap() {
                @Override
                public <T> T call(String call, Supplier<T> effect) {
                    calls[0]++;
                    if (calls[0] == at) {
                        T _ = effect.get();
                    }
                    return effect.get();
                }
            };
            String ended = world.run(broken.apply(TappedPorts.of(world.ports, lost)), "A");
            if (!ended.equals("COMMITTED")) {
                throw new AssertionError("run A ended " + ended);
            }
        }
    },

    /// An operator adds a generation that changes nothing.
    OPERATOR {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(
                    world,
                    UnaryOperator.identity(),
                    at,
                    after,
                    () -> tolerant(() -> act(world, broken).setNow(Map.of(), "")));
        }
    },

    /// An operator goes back to the start.
    REWIND {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            String _ = world.run(world.ports, "first");
            world.produce("d=1/more");
            meddled(
                    world,
                    UnaryOperator.identity(),
                    at,
                    after,
                    () -> tolerant(() -> {
                        var _ = act(world, broken).rewind(0, "");
                        world.takesInAgain();
                    }));
        }
    },

    /// Somebody writes a generation into the head although a run holds the job, as no act of ours does.
    FOREIGN_GENERATION {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            meddled(world, broken, at, after, world::foreignGeneration);
        }
    },

    /// A partition is registered elsewhere already; people put that right later.
    PARTITION_ELSEWHERE {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            var partition = new CatalogPartition(List.of("2"), "mem:///elsewhere/", List.of());
            var _ = world.catalog.writePartitions("lake", "t", List.of(partition), false);
            meddled(world, broken, at, after, () -> {});
            world.catalog.drop("lake", "t", List.of("2"));
        }
    },

    /// The run's commit comes although a chunk has no result.
    MISSING_RESULT {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            world.work("A");
            world.objects.delete(List.of("mem:///work/runs/A/result-%05d.json".formatted(at % 4)));
            tolerant(() -> new CommitStep(0).run(world.context(broken.apply(world.ports)), "A"));
            if (!world.rows().isEmpty()) {
                throw new AssertionError("a part of run A is visible: " + world.rows());
            }
        }
    },

    /// The process dies before its commit is decided and is started again after eight days. Meanwhile the store has
    /// dropped what was staged.
    EXPIRED_BEFORE_DECIDE {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            if (!decidedUntilItDies(world, broken, at, after)) {
                world.now.addAndGet(EIGHT_DAYS.toMillis());
                tolerant(() -> world.run(broken.apply(world.ports), "A"));
            }
        }
    },

    /// The process dies after its commit was decided, and nobody comes for eight days. Whoever comes then must not say
    /// that the run is committed; an operator repairs it.
    EXPIRED_AFTER_DECIDE {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            if (!decidedUntilItDies(world, broken, at, after)) {
                return;
            }
            world.now.addAndGet(EIGHT_DAYS.toMillis());
            for (String runId : List.of("B", "C")) {
                tolerant(() -> world.run(broken.apply(world.ports), runId));
                world.now.addAndGet(TWO_HOURS.toMillis());
            }
            if (world.state().head().state() == Head.State.PUBLISHING) {
                Run _ = RepairScenario.repair(world, broken.apply(world.ports));
            }
        }
    },

    /// A second worker of a chunk, which began before there was a result, goes on in the middle of the run.
    LATE_WORKER {
        @Override
        void play(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
            Actor[] worker = new Actor[1];
            PortTap begins = new PortTap() {
                @Override
                public <T> T call(String call, Supplier<T> effect) {
                    if (call.equals("staging.open") && worker[0] == null) {
                        Chunk chunk = world.planned("A").chunks().getFirst();
                        worker[0] = new Actor(
                                tap -> world.process(broken.apply(TappedPorts.of(world.ports, tap)), "A", chunk));
                        int _ = worker[0].move(UP_TO_ITS_RESULT);
                    }
                    return effect.get();
                }
            };
            Runnable goesOn = () -> {
                if (worker[0] != null) {
                    int _ = worker[0].finish();
                }
            };
            MeddlingTap tap = new MeddlingTap(at, after, goesOn);
            tolerant(() -> world.run(TappedPorts.of(TappedPorts.of(world.ports, tap), begins), "A"));
            goesOn.run();
        }
    };

    /// Head, open, stage, finish; the next call writes the result.
    private static final int UP_TO_ITS_RESULT = 4;

    private static final Duration EIGHT_DAYS = Duration.ofDays(8);
    private static final Duration TWO_HOURS = Duration.ofHours(2);

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

    /// Run A until its process dies, on a store that drops hidden files after a week.
    ///
    /// @return whether its commit is decided and not finished
    private static boolean decidedUntilItDies(ProtocolWorld world, UnaryOperator<Ports> broken, int at, boolean after) {
        world.staging.expiring(new StagedExpiry.After(Duration.ofDays(7)));
        try {
            String _ = world.run(broken.apply(TappedPorts.of(world.ports, new HaltingTap(at, after))), "A");
        } catch (Halt halted) {
            world.clockMoves();
        }
        return world.state().head().state() == Head.State.PUBLISHING;
    }

    /// How many port calls an undisturbed run makes.
    static int calls(UnaryOperator<Ports> broken, boolean soleClaimant) {
        ProtocolWorld world = new ProtocolWorld(soleClaimant);
        HaltingTap counting = HaltingTap.counting();
        tolerant(() -> world.run(broken.apply(TappedPorts.of(world.ports, counting)), "A"));
        return counting.calls();
    }

    private static OperatorStep act(ProtocolWorld world, UnaryOperator<Ports> broken) {
        return new OperatorStep(world.context(broken.apply(world.ports)), "ann");
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
