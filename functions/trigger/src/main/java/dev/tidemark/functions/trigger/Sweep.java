package dev.tidemark.functions.trigger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Metrics;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.Telling;
import dev.tidemark.lambda.Wire;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.SweepOutcome;
import dev.tidemark.run.SweepStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks after all jobs of the stage, every five minutes. What goes wrong with one keeps nobody else from
/// being looked after.
final class Sweep {

    private static final double MILLIS_AN_HOUR = Duration.ofHours(1).toMillis();

    /// As the stage's schedule says.
    static final Duration EVERY = Duration.ofMinutes(5);

    private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

    private final Invocation invocation;
    private final Telling telling;

    Sweep(Invocation invocation) {
        this.invocation = invocation;
        this.telling = new Telling(invocation);
    }

    /// @param delivery of the message that asked for it
    /// @return how many jobs were looked after, and how many could not be
    /// @throws SweepFailedException when all jobs were looked after and some met faults of Tidemark
    ObjectNode run(Delivery delivery) {
        int swept = 0;
        int failed = 0;
        List<String> jobs = inTurn(invocation.jobFiles().names(), delivery.time());
        Map<String, RuntimeException> faults = new LinkedHashMap<>();
        for (String job : jobs) {
            if (invocation.over()) {
                int left = jobs.size() - swept - failed;
                invocation.log(
                        "WARN",
                        "no time is left for " + left + " jobs; the next sweep begins elsewhere",
                        Wire.object().put("left", left));
                break;
            }
            try {
                sweep(job, RunIds.of(delivery.time(), "sweep " + job + " " + delivery.id()));
                swept++;
            } catch (TidemarkException problem) {
                failed++;
                failed(
                        job,
                        String.valueOf(problem.getMessage()),
                        Wire.object().put("error", problem.getClass().getName()));
            } catch (RuntimeException fault) {
                failed++;
                faults.put(job, fault);
                failed(job, "met a fault of Tidemark: " + fault, Faults.about(fault));
            }
        }
        // The stage's heartbeat: no sweep, no figure, and an alarm.
        Metrics.ofStage().count("Swept", 1).write(invocation);
        if (!faults.isEmpty()) {
            Map.Entry<String, RuntimeException> first =
                    faults.entrySet().iterator().next();
            throw new SweepFailedException(first.getKey(), faults.size(), first.getValue());
        }
        return Wire.answer("SWEPT").put("jobs", swept).put("failed", failed);
    }

    private void failed(String job, String why, ObjectNode about) {
        invocation.log("ERROR", why, about.put("job", job));
        new Metrics(job).alsoOfStage().count("SweepFailed", 1).write(invocation);
    }

    /// Where one sweep does not come to an end, the next must not begin where it began. Steps of the golden
    /// ratio round a circle never leave a gap of it out for long: of n jobs, of which a sweep comes to m, each
    /// has its turn within about 2·n/m sweeps, and nobody has to remember anything, also not a sweep that was
    /// killed.
    static List<String> inTurn(List<String> jobs, Instant time) {
        double turn = Math.floorDiv(time.getEpochSecond(), EVERY.toSeconds()) * GOLDEN_RATIO;
        List<String> order = new ArrayList<>(jobs);
        Collections.rotate(order, -(int) ((turn - Math.floor(turn)) * jobs.size()));
        return order;
    }

    private void sweep(String job, String runId) {
        JobContext context =
                invocation.contextOfMany(invocation.jobFiles().deployed(job).job());
        // Measured also where the step is refused: else a commit that is stuck would silence its own alarms.
        try (Measured _ = () -> measure(context)) {
            // First, so that a job that cannot be swept is told of all the same.
            telling.tell(context, new JobState(context).head());
            SweepOutcome outcome = new SweepStep(context, invocation.outside().stateMachines()).run(runId);
            log(job, outcome);
            telling.tell(context, new JobState(context).head());
        }
    }

    /// What comes last, whatever came before.
    private interface Measured extends AutoCloseable {
        @Override
        void close();
    }

    private void log(String job, SweepOutcome outcome) {
        ObjectNode about = Wire.object().put("job", job);
        switch (outcome) {
            case SweepOutcome.Quiet() -> {}
            case SweepOutcome.Started(String runId, long failures, boolean alarm) ->
                invocation.log(
                        alarm ? "ERROR" : "INFO",
                        "a run was due and is started; " + failures + " failed since the last commit",
                        about.put("runId", runId));
            case SweepOutcome.BackingOff(long until, long failures, boolean alarm) ->
                invocation.log(
                        alarm ? "ERROR" : "INFO",
                        "a run is due and waits until " + Instant.ofEpochMilli(until) + ", as " + failures + " failed",
                        about);
            case SweepOutcome.Settled(String runId) ->
                invocation.log("INFO", "a commit that nobody was publishing is finished", about.put("runId", runId));
            case SweepOutcome.Lost(String runId, var alarm) ->
                invocation.log("ERROR", String.valueOf(alarm.getMessage()), about.put("runId", runId));
            case SweepOutcome.Aborted(var run) ->
                invocation.log("INFO", "a dead run's claim is ended", about.put("runId", run.runId()));
        }
    }

    private void measure(JobContext context) {
        JobState state = new JobState(context);
        Head head = state.head();
        long now = context.ports().now();
        Metrics metrics = new Metrics(context.job().name());
        sinceCommit(context.job().name(), state, head)
                .ifPresent(since -> metrics.figure("HoursSinceCommit", hours(now - since.toEpochMilli())));
        // The record is written just before its commit is decided.
        double publishing = head.state() != Head.State.PUBLISHING
                ? 0
                : head.record()
                        .map(context::location)
                        .flatMap(context.ports().objects()::head)
                        .map(record -> hours(now - record.lastModified().toEpochMilli()))
                        .orElse(0.0);
        metrics.figure("HoursInPublishing", publishing)
                .count("PendingWake", head.mark() == head.seen() ? 0 : 1)
                .write(invocation);
    }

    /// A job that never committed has its alarm too: it is counted from the deployment of its file. What an operator
    /// did to the bookmark is no commit; where no commit is kept any more, the oldest that is kept is told.
    private Optional<Instant> sinceCommit(String job, JobState state, Head head) {
        if (head.generation() == 0) {
            return invocation.jobFiles().deployedAt(job);
        }
        Generation newest = state.generation(head.generation());
        if (newest.kind() == Generation.Kind.COMMIT) {
            return Optional.of(newest.madeAt());
        }
        List<Generation> kept = state.generations();
        return kept.stream()
                .filter(generation -> generation.kind() == Generation.Kind.COMMIT)
                .reduce((older, newer) -> newer)
                .or(() -> kept.stream().findFirst())
                .map(Generation::madeAt);
    }

    private static double hours(long millis) {
        return Math.max(0, millis) / MILLIS_AN_HOUR;
    }
}
