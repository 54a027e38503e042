package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.run.Head;
import dev.tidemark.testkit.HaltingTap;
import dev.tidemark.testkit.PortTap;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// The commit function's process is gone at each of its calls, before and after its effect.
final class CommitCrashTest {

    private static final int MOST_CALLS = 500;

    /// Who goes on after the crash.
    private enum By {
        /// The state machine catches the error.
        ABORT,
        /// The execution was stopped too, and nobody was told: the sweep asks.
        SWEEP,
        /// The same, and the next run comes first.
        NEXT_RUN
    }

    @Test
    void whereverACommitCrashesItsRowsComeOutOnce() {
        int crashed = 0;
        for (By by : By.values()) {
            for (boolean afterEffect : new boolean[] {false, true}) {
                int call = 1;
                while (crashes(call, afterEffect, by)) {
                    call++;
                    assertThat(call).isLessThan(MOST_CALLS);
                }
                crashed += call - 1;
            }
        }
        System.out.println("CommitCrashTest: " + crashed + " crashes");
        assertThat(crashed).as("crash points").isGreaterThan(60);
    }

    @Test
    void aCommitThatRunsOutOfTimeAnswersMoreAndIsCalledAgain() {
        VirtualAws aws = new VirtualAws(new Random(1));
        TinyJob tiny = new TinyJob(aws);
        AtomicBoolean decided = new AtomicBoolean();
        aws.taps.put("Commit", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                T answer = effect.get();
                if (call.equals("state.transact") && decided.compareAndSet(false, true)) {
                    aws.pass(Duration.ofMinutes(15));
                }
                return answer;
            }
        });
        StrictRunner.Ended ended = aws.run("tiny");
        // The first call's seat is still taken for a minute: the second waits for it, by the retrier.
        assertThat(ended.trail()).containsSubsequence("Commit", "IsCommitted", "Commit", "IsCommitted", "Done");
        assertThat(ended.status()).isEqualTo(StrictRunner.Status.SUCCEEDED);
        assertThat(tiny.rows()).isEqualTo(tiny.expected());
    }

    /// @return whether the commit was long enough to crash there
    private static boolean crashes(int call, boolean afterEffect, By by) {
        VirtualAws aws = new VirtualAws(new Random(call));
        TinyJob tiny = new TinyJob(aws);
        HaltingTap tap = new HaltingTap(call, afterEffect);
        aws.taps.put("Commit", tap);
        aws.statusRule = by == By.ABORT;
        aws.around = (function, payload, instance) -> {
            try {
                return aws.direct(function, payload, instance);
            } catch (FunctionFailure failure) {
                if (function.equals("Commit") && by != By.ABORT) {
                    throw new ExecutionStopped();
                }
                throw failure;
            }
        };
        var first = aws.run("tiny");
        boolean reached = tap.calls() >= call;
        aws.taps.remove("Commit");
        aws.around = aws::direct;
        if (by == By.NEXT_RUN) {
            tiny.produce("d=2/late.csv");
            var _ = aws.run("tiny");
        }
        aws.sweepUntilQuiet("tiny");
        if (by == By.NEXT_RUN) {
            var _ = aws.run("tiny");
        }
        String where = "call %d, %s its effect, by %s; %s".formatted(call, afterEffect ? "after" : "before", by, first);
        assertThat(tiny.rows()).as(where).isEqualTo(tiny.expected());
        assertThat(aws.staging.hidden()).as(where).isEmpty();
        assertThat(aws.state("tiny").head().state()).as(where).isEqualTo(Head.State.IDLE);
        assertThat(aws.catalog.partitions("lake", "tiny")).as(where).hasSize(2);
        assertThat(aws.toldOf()).as(where).isEqualTo(aws.committed("tiny")).isNotEmpty();
        return reached;
    }
}
