package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.CommitUnfinishedException;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Patience;
import dev.tidemark.run.Run;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Plan and Commit have fifteen minutes, and whatever they do, they end before that: in virtual time.
final class OutOfTimeTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(15);
    private static final int CHUNKS = 60;

    /// So few are read one after the other: side by side each would let its own time pass, after a look at the clock
    /// that all had at once, and what they took together is no time that a call takes.
    private static final int FEW = 30;

    /// Fifteen of them are what a call has, less what is kept for its answer.
    private static final Duration EACH = Duration.ofSeconds(59);

    private final VirtualAws aws = new VirtualAws(new Random(3));
    private final TinyJob tiny = new TinyJob(aws);
    private Duration longest = Duration.ZERO;

    /// Chunks of one object each.
    private void chunks(int chunks) {
        for (int object = 3; object < chunks; object++) {
            tiny.produce("d=2/o%03d.csv".formatted(object));
        }
        aws.store = store -> new LargeObjects(store, "s3://lake/in/", 128L << 20);
    }

    /// @param slow     a function's port call that takes long
    /// @param calls    invocations of the function that meet it
    /// @param has      what the function believes to have
    private Ended run(String function, String slow, Duration each, int calls, Duration has) {
        AtomicInteger invocations = new AtomicInteger();
        aws.taps.put(function, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals(slow) && invocations.get() <= calls) {
                    aws.pass(each);
                }
                return effect.get();
            }
        });
        aws.around = (name, payload, instance) -> {
            if (function.equals("Plan") && name.equals("Process")) {
                throw new ExecutionStopped();
            }
            if (!name.equals(function)) {
                return aws.direct(name, payload, instance);
            }
            invocations.incrementAndGet();
            var began = aws.now();
            try {
                return aws.direct(name, payload, instance, has);
            } finally {
                Duration took = Duration.between(began, aws.now());
                longest = took.compareTo(longest) > 0 ? took : longest;
            }
        };
        return aws.run("tiny");
    }

    private void noCallIsKilled() {
        assertThat(longest).isGreaterThan(Duration.ofMinutes(14)).isLessThan(TIMEOUT);
    }

    @Test
    void aCommitThatReadsTooSlowlyIsCalledAgain() {
        chunks(FEW);
        Ended ended = run("Commit", "objects.open", EACH, 1, TIMEOUT);
        assertThat(ended.trail()).endsWith("ProcessChunks", "Commit", "IsCommitted", "Commit", "IsCommitted", "Done");
        assertThat(ended.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(tiny.rows()).isEqualTo(tiny.expected());
        noCallIsKilled();
    }

    /// Executed: the twin that looks at no deadline would be killed in the middle.
    @Test
    void aTwinOfCommitThatLooksAtNoDeadlineIsKilled() {
        chunks(FEW);
        var _ = run("Commit", "objects.open", EACH, 1, Duration.ofHours(100));
        assertThatThrownBy(this::noCallIsKilled).isInstanceOf(AssertionError.class);
    }

    /// There is no way to go on with half a listing: the run ends, and its words say what to do.
    @Test
    void aPlanThatListsTooLongEndsByATypedError() {
        manyPages();
        Ended tooLong = run("Plan", "objects.list", EACH, 1, TIMEOUT);
        assertThat(tooLong.error()).isEqualTo("dev.tidemark.run.PlanningTooLongException");
        assertThat(tooLong.cause())
                .contains("Planning job tiny took longer than a function may: it had listed 15,000 objects")
                .contains("pushDownPredicate", "s3://lake/in/");
        assertThat(aws.state("tiny").head().state()).isEqualTo(Head.State.IDLE);
        noCallIsKilled();
    }

    /// Executed, as above.
    @Test
    void aTwinOfPlanThatLooksAtNoDeadlineIsKilled() {
        manyPages();
        var _ = run("Plan", "objects.list", EACH, 1, Duration.ofHours(100));
        assertThatThrownBy(this::noCallIsKilled).isInstanceOf(AssertionError.class);
    }

    private void manyPages() {
        for (int object = 0; object < 16_500; object++) {
            aws.objects.put("s3://lake/in/d=1/p%05d.csv".formatted(object), "name,version\nx,1\n");
        }
    }

    /// A run whose chunks are all done.
    private String processed() {
        chunks(CHUNKS);
        aws.around = (function, payload, instance) -> {
            if (function.equals("Commit")) {
                throw new ExecutionStopped();
            }
            return aws.direct(function, payload, instance);
        };
        aws.statusRule = false;
        String runId = aws.start("tiny");
        aws.drain();
        return runId;
    }

    /// A caller with fifteen minutes, less what is kept for the answer.
    private JobContext hurried() {
        JobContext context = aws.context("tiny");
        long deadline = aws.now().plus(TIMEOUT).minusSeconds(15).toEpochMilli();
        return new JobContext(
                context.job(),
                context.ports(),
                context.workRoot(),
                context.quarantineRoot(),
                context.lease(),
                false,
                new Patience() {
                    @Override
                    public long deadline() {
                        return deadline;
                    }

                    @Override
                    public boolean pause(Duration time) {
                        return false;
                    }
                });
    }

    /// @return after how many calls the run was committed; `most + 1` when it is not
    private int commits(String runId, int stride, int most) {
        aws.taps.put("test", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("objects.open")) {
                    aws.pass(Duration.ofSeconds(40));
                }
                return effect.get();
            }
        });
        for (int call = 1; call <= most; call++) {
            try {
                Run run = new CommitStep(aws.now.get(), 1, stride).run(hurried(), runId);
                assertThat(run.state()).isEqualTo(Run.State.COMMITTED);
                return call;
            } catch (CommitUnfinishedException again) {
                assertThat(again).hasMessageContaining("of 60 results").hasMessageContaining("Nothing is decided");
                assertThat(again.retryable()).isTrue();
            }
        }
        return most + 1;
    }

    /// All reads are slow, always: no call comes through sixty of them, but each goes on behind the last stride.
    @Test
    void whatACallHasReadTheNextDoesNotReadAgain() {
        assertThat(commits(processed(), 10, 20)).isBetween(2, 10);
        assertThat(tiny.rows()).isEqualTo(tiny.expected());
    }

    /// Executed: the twin that gathers nothing begins anew each time, for ever.
    @Test
    void aTwinThatGathersNothingNeverComesToAnEnd() {
        assertThat(commits(processed(), 1_000, 20)).isEqualTo(21);
    }

    @Test
    void aDamagedGatheringIsNamed() {
        String runId = processed();
        assertThatThrownBy(() -> new CommitStep(aws.now.get(), 1, 10).run(dyingAfterTheFirstStride(), runId))
                .isNotNull();
        List<String> gathered = aws.names("s3://state/work/tiny/runs/" + runId + "/").stream()
                .filter(name -> name.contains("/results-"))
                .toList();
        assertThat(gathered).isNotEmpty();
        String good = aws.text(gathered.getFirst());
        for (String bad : List.of("x", "9", "999999\nx", good.substring(0, good.length() - 1), "1\nx" + good)) {
            aws.put(gathered.getFirst(), bad);
            assertThatThrownBy(() -> new CommitStep(aws.now.get(), 1, 10).run(aws.context("tiny"), runId))
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining(gathered.getFirst());
        }
        aws.put(gathered.getFirst(), good);
        assertThat(new CommitStep(aws.now.get(), 1, 10)
                        .run(aws.context("tiny"), runId)
                        .state())
                .isEqualTo(Run.State.COMMITTED);
        assertThat(tiny.rows()).isEqualTo(tiny.expected());
    }

    /// The first stride is gathered and named, then the process is gone.
    private JobContext dyingAfterTheFirstStride() {
        AtomicBoolean gone = new AtomicBoolean();
        aws.taps.put("test", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (gone.get()) {
                    throw new Halt(call);
                }
                T answer = effect.get();
                if (call.equals("state.write")) {
                    gone.set(true);
                }
                return answer;
            }
        });
        JobContext context = aws.context("tiny");
        aws.taps.remove("test");
        return context;
    }

    /// Eight reads wait for each other: they are under way side by side, and never more than were asked for.
    @Test
    void resultsAreReadSideBySideAndNoMoreThanAllowed() {
        assertThat(mostAtOnce(8)).isEqualTo(8);
    }

    /// Executed: the twin that reads one after the other.
    @Test
    void aTwinThatReadsOneByOneIsSeen() {
        assertThat(mostAtOnce(1)).isEqualTo(1);
    }

    private int mostAtOnce(int allowed) {
        String runId = processed();
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(allowed);
        aws.taps.put("test", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (!call.equals("objects.open")
                        || Thread.currentThread().getName().equals("main")) {
                    return effect.get();
                }
                most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                all.countDown();
                try {
                    assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
                    return effect.get();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                } finally {
                    underWay.decrementAndGet();
                }
            }
        });
        assertThat(new CommitStep(aws.now.get(), allowed)
                        .run(aws.context("tiny"), runId)
                        .state())
                .isEqualTo(Run.State.COMMITTED);
        assertThat(tiny.rows()).isEqualTo(tiny.expected());
        return Math.max(1, most.get());
    }
}
