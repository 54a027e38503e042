package dev.tidemark.testkit;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.run.Head;
import dev.tidemark.run.Patience;
import dev.tidemark.run.Ports;
import dev.tidemark.run.RepairStep;
import dev.tidemark.run.RepairTooEarlyException;
import dev.tidemark.run.Run;
import dev.tidemark.run.Settlement;
import dev.tidemark.sink.StagedFile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What may come together with a repair.
enum RepairScenario {

    /// A publisher is in the middle of completing files, which then look lost, when the operator repairs.
    WHILE_COMPLETING {
        @Override
        boolean play(ProtocolWorld world, UnaryOperator<Ports> broken, int at) {
            world.decide("A");
            world.clockMoves();
            SlowStaging slow = new SlowStaging(world, () -> {
                try {
                    Run _ = repair(world, broken.apply(world.ports));
                } catch (RepairTooEarlyException expected) {
                    return;
                }
            });
            settle(world, slow.ports());
            return false;
        }
    },

    /// A completion lands after the second record was decided, and its publisher goes on with the first: its machine
    /// stood, and its clock with it, so that it does not know how late it is. The one who repairs dies.
    LATE_PUBLISHER_OF_THE_FIRST_RECORD {
        @Override
        boolean play(ProtocolWorld world, UnaryOperator<Ports> broken, int at) {
            world.decide("A");
            world.clockMoves();
            world.patience = until(world.now.get() + Duration.ofMinutes(10).toMillis());
            Actor[] operator = new Actor[1];
            boolean[] ended = new boolean[1];
            SlowStaging slow = new SlowStaging(world, () -> {
                world.now.addAndGet(Duration.ofHours(2).toMillis());
                world.patience = Patience.NONE;
                Actor repairs = new Actor(tap -> repair(world, TappedPorts.of(world.ports, tap)));
                int _ = repairs.move(at);
                ended[0] = world.state().run("A").orElseThrow().state() == Run.State.COMMITTED;
                operator[0] = repairs;
                if (ended[0]) {
                    // A completion takes less than an hour: this one cannot land any more.
                    throw new Halt("staging.complete");
                }
            });
            try {
                settle(world, broken.apply(standing(slow.ports())));
            } catch (Halt dead) {
                ended[0] = true;
            }
            operator[0].close();
            world.clockMoves();
            return !ended[0];
        }
    },

    /// The operator dies in the middle, and repairs again. One of a chunk's two files was lost.
    CRASH {
        @Override
        boolean play(ProtocolWorld world, UnaryOperator<Ports> broken, int at) {
            world.filesAChunk = 2;
            world.decide("A");
            lose(world, "-0.txt");
            world.now.addAndGet(Duration.ofHours(2).toMillis());
            try {
                Run _ = repair(world, broken.apply(TappedPorts.of(world.ports, new HaltingTap(at, true))));
                return false;
            } catch (Halt dead) {
                world.now.addAndGet(Duration.ofHours(2).toMillis());
                Run _ = repair(world, broken.apply(world.ports));
                return true;
            }
        }
    };

    /// @param broken ports with a mistake in them
    /// @param at     how far somebody gets
    /// @return whether there is more to try
    abstract boolean play(ProtocolWorld world, UnaryOperator<Ports> broken, int at);

    /// @return the first thing that was wrong, or null
    static @Nullable Throwable firstFailure(RepairScenario scenario, UnaryOperator<Ports> broken) {
        boolean more = true;
        for (int at = 1; more; at++) {
            ProtocolWorld world = new ProtocolWorld(false);
            try {
                more = scenario.play(world, broken, at);
                if (world.state().head().state() == Head.State.PUBLISHING) {
                    world.now.addAndGet(Duration.ofHours(2).toMillis());
                    Run _ = repair(world, world.ports);
                }
                world.recover();
                world.check();
            } catch (AssertionError | TidemarkException wrong) {
                return new AssertionError("%s, %d: %s".formatted(scenario, at, wrong), wrong);
            }
        }
        return null;
    }

    static Run repair(ProtocolWorld world, Ports used) {
        return new RepairStep(world.context(used), (plan, chunk, attempt) -> world.work(used, "A", chunk, attempt))
                .run("A");
    }

    /// Staged files of run A, of those whose name has `part` in it, vanish.
    static void lose(ProtocolWorld world, String part) {
        List<StagedFile> lost = world.decided("A").files().stream()
                .filter(file -> file.target().contains(part))
                .toList();
        if (lost.isEmpty()) {
            throw new AssertionError("run A has no file " + part);
        }
        world.staging.discard(lost);
    }

    /// A function's: it does not renew its seat, which outlives it.
    private static Patience until(long deadline) {
        return new Patience() {
            @Override
            public long deadline() {
                return deadline;
            }

            @Override
            public boolean pause(Duration time) {
                return false;
            }
        };
    }

    private static Ports standing(Ports ports) {
        Instant now = Instant.ofEpochMilli(ports.now());
        return new Ports(
                ports.objects(),
                ports.staging(),
                ports.state(),
                ports.catalog(),
                ports.codec(),
                () -> now,
                ports.random());
    }

    private static void settle(ProtocolWorld world, Ports used) {
        try {
            new Settlement(world.context(used)).settle();
        } catch (TidemarkException leftToTheNext) {
            if (!leftToTheNext.retryable()) {
                throw leftToTheNext;
            }
        }
    }
}
