package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.run.Head;
import dev.tidemark.run.Ports;
import dev.tidemark.run.PublishingException;
import dev.tidemark.run.SweepOutcome;
import dev.tidemark.run.SweepStep;
import dev.tidemark.run.WakeStep;
import dev.tidemark.spi.StorageUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A job that nobody starts by hand: triggers, executions and, where there is one, the sweep.
final class WakeWorld {

    /// Long enough for a dead claim and some back-off.
    private static final int MOST_SWEEPS = 60;

    final ProtocolWorld world = new ProtocolWorld(false);
    final MemoryExecutions executions = new MemoryExecutions();
    private final WakeMistake.Broken broken;
    private int runs;

    WakeWorld(WakeMistake.Broken broken) {
        this.broken = broken;
    }

    private String runId() {
        runs++;
        return "R%03d".formatted(runs);
    }

    /// An object arrives and its trigger fires.
    void arrival(String name, UnaryOperator<Ports> tapped) {
        world.produce(name);
        trigger(tapped);
    }

    void trigger(UnaryOperator<Ports> tapped) {
        boolean _ = new WakeStep(world.context(broken.trigger().apply(tapped.apply(world.ports))), executions)
                .wake(runId());
    }

    /// What the state machine does: the run, the abort when it fails, then the next run if one is due.
    void execute(String runId, UnaryOperator<Ports> tapped) {
        Ports used = broken.run().apply(tapped.apply(world.ports));
        try {
            String _ = world.run(used, runId);
        } catch (TidemarkException caught) {
            abort(runId);
        }
        startNext(used);
        executions.end("j", runId);
    }

    /// A shortcut only.
    private void startNext(Ports used) {
        try {
            boolean _ = new WakeStep(world.context(used), executions).next(runId());
        } catch (StorageUnavailableException leftToTheSweep) {
            assertThat(leftToTheSweep.retryable()).isTrue();
        }
    }

    private void abort(String runId) {
        try {
            var _ = world.abort(broken.run().apply(world.ports), runId);
        } catch (PublishingException decided) {
            // Somebody has the seat: the sweep will see to it.
            assertThat(world.state().head().state()).isEqualTo(Head.State.PUBLISHING);
        }
    }

    /// Carries out what is started.
    void drain() {
        Optional<String> next = executions.take();
        while (next.isPresent()) {
            execute(next.get(), UnaryOperator.identity());
            next = executions.take();
        }
    }

    /// The sweep comes every five minutes, and all it starts is carried out, until a job is at rest.
    void sweepUntilQuiet() {
        for (int i = 0; i < MOST_SWEEPS; i++) {
            world.now.addAndGet(Duration.ofMinutes(5).toMillis());
            SweepOutcome outcome =
                    new SweepStep(world.context(broken.sweep().apply(world.ports)), executions).run(runId());
            drain();
            if (outcome instanceof SweepOutcome.Quiet && world.state().head().state() == Head.State.IDLE) {
                return;
            }
        }
        throw new AssertionError("the job never comes to rest");
    }

    /// Everything that arrived is in the output, with no other help.
    void check() {
        assertThat(world.state().head().state()).isEqualTo(Head.State.IDLE);
        world.check();
    }
}
