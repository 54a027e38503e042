package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.ChunkTask;
import dev.tidemark.run.ChunkWorker;
import dev.tidemark.run.DeadlineException;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobPlanning;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.Ports;
import dev.tidemark.run.RunRequest;
import dev.tidemark.spi.BadRecordException;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.TappedPorts;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// A worker that fails with files of many partitions open: what it fails by, and what it leaves.
class ChunkCleanUpTest {

    private static final int FEW = 5;
    private static final int MANY = 60;
    private static final int AT_ONCE = 16;

    private final MemoryLake lake = new MemoryLake();
    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger finished = new AtomicInteger();
    private final AtomicInteger aborted = new AtomicInteger();
    private int runs;

    /// One object with a row for each partition, and another one.
    private void produce(int partitions, String last) {
        StringBuilder rows = new StringBuilder();
        for (int partition = 0; partition < partitions; partition++) {
            rows.append("{\"k\":%d,\"v\":\"a\"}\n".formatted(partition));
        }
        lake.objects.put("s3://lake/raw/a.json", rows.toString());
        lake.objects.put("s3://lake/raw/b.json", last);
    }

    /// A twin that lets the failed clean-up through would fail as unavailable: the chunk would be tried again, five
    /// times in vain. One that stops at it would leave all files that follow.
    @Test
    void aCleanUpThatFailsNeitherHidesTheErrorNorStopsTheOthers() {
        for (int partitions : new int[] {FEW, MANY}) {
            aborted.set(0);
            produce(partitions, "{\"k\":\n");
            Throwable failure = catchThrowable(() -> work(Long.MAX_VALUE, () -> {
                if (aborted.incrementAndGet() % 4 == 2) {
                    throw new StorageUnavailableException("discard the upload", "slow down", null);
                }
            }));
            assertThat(failure).isInstanceOf(BadRecordException.class);
            assertThat(aborted).hasValue(partitions);
            int failed = (partitions + 2) / 4;
            assertThat(failure.getSuppressed())
                    .hasSize(failed)
                    .allSatisfy(each -> assertThat(each).isInstanceOf(StorageUnavailableException.class));
            assertThat(lake.staging.hidden()).hasSize(failed);
            lake.staging.discardRun(MemoryLake.OUT, "R" + runs);
            lake.leaseEnds();
        }
    }

    /// The first three files take all the time that is left. A twin that looks once a sink would end all of them.
    @Test
    void theClockIsLookedAtBeforeEachOfTheLastFiles() {
        produce(MANY, "");
        Throwable failure = catchThrowable(() -> work(3, aborted::incrementAndGet));
        assertThat(failure).isInstanceOf(DeadlineException.class).hasMessageContaining("writing its last files");
        assertThat(finished).hasValue(3);
        assertThat(aborted).hasValue(MANY);
        assertThat(lake.staging.hidden()).isEmpty();
    }

    /// A twin that drops one after the other never has sixteen under way: its time at the deadline would be over long
    /// before its files were gone.
    @Test
    void manyFilesAreDroppedSideBySide() {
        produce(MANY, "");
        CountDownLatch all = new CountDownLatch(AT_ONCE);
        Throwable failure = catchThrowable(() -> work(1, () -> {
            aborted.incrementAndGet();
            all.countDown();
            try {
                assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        assertThat(failure).isInstanceOf(DeadlineException.class);
        assertThat(failure.getSuppressed()).isEmpty();
        assertThat(aborted).hasValue(MANY);
        assertThat(lake.staging.hidden()).isEmpty();
    }

    /// @param deadline in files that are finished
    private void work(long deadline, Runnable abort) {
        JobContext context = context();
        Ports tapped = TappedPorts.of(lake.ports, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("staging.finish")) {
                    clock.incrementAndGet();
                    finished.incrementAndGet();
                }
                if (call.equals("staging.abort")) {
                    abort.run();
                }
                return effect.get();
            }
        });
        String runId = "R" + ++runs;
        RunRequest request = new RunRequest(runId, BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
        PlanOutcome outcome =
                new PlanStep(new JobPlanning(MemoryLake.FORMATS, Functions.standard())).run(context, request);
        WorkPlan plan = ((PlanOutcome.Planned) outcome).plan();
        Chunk chunk = plan.chunks().getFirst();
        Flow flow = context.job().flows().getFirst();
        var _ = new ChunkWorker(
                        tapped.objects(),
                        tapped.staging(),
                        MemoryLake.FORMATS,
                        Functions.standard(),
                        () -> Instant.ofEpochMilli(clock.get()))
                .work(new ChunkTask(
                        runId,
                        "0123456789abcdef",
                        flow,
                        plan.flow(flow.name()),
                        chunk,
                        context.sinkRoots(flow),
                        context.quarantineRoot(flow),
                        EvaluationContext.of(Instant.EPOCH, ZoneOffset.UTC),
                        1 << 20,
                        deadline));
    }

    private JobContext context() {
        return new JobContext(
                MemoryLake.read("""
                        job: j
                        flows:
                          - name: f
                            source:
                              s3: { paths: [ "s3://lake/raw/" ] }
                              format: json
                            sink: { path: "s3://lake/out/", format: json, partitionKeys: [ k ] }
                        """),
                lake.ports,
                "s3://lake/work-j/",
                "s3://lake/quarantine/",
                Duration.ofMinutes(5),
                false);
    }
}
