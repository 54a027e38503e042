package dev.tidemark.run;

import dev.tidemark.spi.Executions;
import java.time.Duration;

/// Looks after a job every few minutes (PROTOCOL "Waking", "Recovery table"): whatever died, the sweep goes on with
/// it.
public final class SweepStep {

    /// How long after the end of its lease a claim is taken for dead.
    public static final Duration CLAIM_IS_DEAD_AFTER = Duration.ofHours(1);

    private static final Duration BACK_OFF = Duration.ofMinutes(5);
    private static final Duration MOST_BACK_OFF = Duration.ofHours(6);

    /// 5 min · 2^7 is more than 6 h.
    private static final long FAILURES_AT_MOST_BACK_OFF = 7;

    private final JobContext context;
    private final JobState state;
    private final Executions executions;

    public SweepStep(JobContext context, Executions executions) {
        this.context = context;
        this.state = new JobState(context);
        this.executions = executions;
    }

    /// @param runId of the run that is started when one is due
    public SweepOutcome run(String runId) {
        Head head = state.head();
        SweepOutcome outcome = switch (head.state()) {
            case PUBLISHING -> publishing(head);
            case CLAIMED -> claimed(head);
            case IDLE -> due(head, runId);
        };
        // What is due comes first: a job whose clean-up fails is still woken. Ended runs have left what they staged,
        // also while another is under way; its own is not touched before it has ended.
        HiddenFiles.discardOfEndedRuns(context, state);
        if (head.state() == Head.State.IDLE) {
            var _ = new CleanUpStep(context).runWhenDue();
        }
        return outcome;
    }

    private SweepOutcome publishing(Head head) {
        String runId = head.runId().orElseThrow();
        try {
            new Settlement(context).settle();
            return new SweepOutcome.Settled(runId);
        } catch (PublishingException somebodyIsAtIt) {
            return new SweepOutcome.Quiet();
        } catch (PublishLostException lost) {
            return new SweepOutcome.Lost(runId, lost);
        }
    }

    private SweepOutcome claimed(Head head) {
        String runId = head.runId().orElseThrow();
        boolean dead = context.ports().now() - head.leaseUntil() >= CLAIM_IS_DEAD_AFTER.toMillis()
                || executions.status(context.job().name(), runId) == Executions.Status.ENDED;
        return dead
                ? new SweepOutcome.Aborted(new AbortStep().run(context, runId, "its execution ended without a word"))
                : new SweepOutcome.Quiet();
    }

    private SweepOutcome due(Head head, String runId) {
        if (head.mark() == head.seen()) {
            return new SweepOutcome.Quiet();
        }
        long failures = head.failures();
        boolean alarm = failures >= FAILURES_AT_MOST_BACK_OFF;
        long until = failures == 0 ? 0 : head.failedAt() + backOff(failures).toMillis();
        if (context.ports().now() < until) {
            return new SweepOutcome.BackingOff(until, failures, alarm);
        }
        executions.start(context.job().name(), runId);
        return new SweepOutcome.Started(runId, failures, alarm);
    }

    private static Duration backOff(long failures) {
        return failures >= FAILURES_AT_MOST_BACK_OFF ? MOST_BACK_OFF : BACK_OFF.multipliedBy(1L << failures);
    }
}
