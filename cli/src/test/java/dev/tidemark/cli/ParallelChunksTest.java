package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.testkit.Seeded;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// As many chunks are worked on at the same time as there may be, and no more.
class ParallelChunksTest {

    private final int most = Seeded.of("ParallelChunksTest").random().nextInt(2, 5);
    private final MemoryLake lake = new MemoryLake();

    @Test
    void soManyChunksAreOpenAtOnceAsMayBe() {
        assertThat(openAtOnce(most, most, 30_000)).isEqualTo(most);
        assertThat(lake.rows()).hasSize(2 * most);
    }

    @Test
    void thereAreNeverMore() {
        assertThat(openAtOnce(most, most + 1, 200)).isEqualTo(most);
        assertThat(lake.rows()).hasSize(2 * most);
    }

    /// The broken twin: a runner that takes one chunk after the other.
    @Test
    void aTwinThatWorksOnOneChunkAtATimeIsCaught() {
        assertThat(openAtOnce(1, most, 200)).isEqualTo(1);
    }

    /// Runs twice as many chunks as may run at once; each waits until so many are open.
    private int openAtOnce(int parallelism, int awaited, long millis) {
        int chunks = 2 * most;
        for (int chunk = 0; chunk < chunks; chunk++) {
            lake.objects.put("s3://lake/raw" + chunk + "/a.csv", "v\n" + chunk + "\n");
        }
        String flows = IntStream.range(0, chunks).mapToObj("""
                          - name: f%1$d
                            source:
                              s3: { paths: [ "s3://lake/raw%1$d/" ] }
                              format: csv
                              formatOptions: { withHeader: true }
                            sink: { path: "s3://lake/out/%1$d/", format: json }
                        """::formatted).collect(Collectors.joining());
        CountDownLatch met = new CountDownLatch(awaited);
        AtomicInteger open = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        // The probe opens each object first.
        MeddledObjects.Meddling waiting = new MeddledObjects.Meddling() {
            @Override
            public void opened(String location, int opening) {
                if (opening == 2 && location.contains("/raw")) {
                    seen.accumulateAndGet(open.incrementAndGet(), Math::max);
                    met.countDown();
                    await(met, millis);
                    open.decrementAndGet();
                }
            }
        };
        JobContext context = new JobContext(
                MemoryLake.read("job: many\nflows:\n" + flows),
                MeddledObjects.around(lake.ports, waiting),
                "s3://lake/work/",
                "s3://lake/bad/",
                Duration.ofMinutes(5),
                true);
        RunRequest request = new RunRequest("R", BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
        PlanOutcome _ = new LocalRunner(
                        context,
                        MemoryLake.FORMATS,
                        Functions.standard(),
                        new LocalRunner.Limits(parallelism, 64 << 20),
                        new Quiet())
                .run(request, () -> "again");
        return seen.get();
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            boolean _ = latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Quiet() implements LocalRunner.Progress {

        @Override
        public void planned(WorkPlan plan) {}

        @Override
        public void chunkDone(ChunkResult result) {}

        @Override
        public void committing() {}
    }
}
