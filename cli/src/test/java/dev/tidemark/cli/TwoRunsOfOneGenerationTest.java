package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// BM-05: two runs plan from one generation of the bookmark; an object arrives between the two listings.
class TwoRunsOfOneGenerationTest {

    private final MemoryLake lake = new MemoryLake();

    /// What happens as soon as a run has planned.
    private record Meanwhile(Runnable afterPlanning, Runnable beforeCommit) implements LocalRunner.Progress {

        @Override
        public void planned(WorkPlan plan) {
            afterPlanning.run();
        }

        @Override
        public void chunkDone(ChunkResult result) {}

        @Override
        public void committing() {
            beforeCommit.run();
        }
    }

    @Test
    void theOneThatPlannedFirstFailsBeforeItsOutputIsVisibleWhenTheOtherCommits() {
        lake.produce("a");
        lake.produce("b");
        assertThat(run("R1", this::otherRun, () -> {})).satisfies(TwoRunsOfOneGenerationTest::isAborted);
        check();
    }

    @Test
    void theSameRightBeforeTheFirstOnesCommit() {
        lake.produce("a");
        lake.produce("b");
        assertThat(run("R1", () -> {}, this::otherRun)).satisfies(TwoRunsOfOneGenerationTest::isAborted);
        check();
    }

    @Test
    void theOneThatComesLaterIsBusyWhileTheFirstOnesLeaseHolds() {
        lake.produce("a");
        lake.produce("b");
        assertThat(run(
                        "R1",
                        () -> assertThat(run("R2", () -> {}, () -> {})).isInstanceOf(PlanOutcome.Busy.class),
                        () -> {}))
                .isInstanceOf(PlanOutcome.Ended.class);
        lake.produce("c");
        assertThat(run("R3", () -> {}, () -> {})).isInstanceOf(PlanOutcome.Ended.class);
        assertThat(lake.rows()).containsExactly("{\"v\":\"a\"}", "{\"v\":\"b\"}", "{\"v\":\"c\"}");
    }

    /// The broken twin: two jobs, and so two bookmarks, for what should be one.
    @Test
    void twoRunsThatShareNoBookmarkTakeRowsTwice() {
        lake.produce("a");
        lake.produce("b");
        JobContext other = lake.context("k");
        assertThat(run("R1", () -> run(other, "R2", () -> {}, () -> {}), () -> {}))
                .isInstanceOf(PlanOutcome.Ended.class);
        assertThat(lake.rows()).hasSize(4);
    }

    private static void isAborted(PlanOutcome outcome) {
        assertThat(outcome).isInstanceOf(PlanOutcome.Ended.class);
        assertThat(((PlanOutcome.Ended) outcome).run().state()).isEqualTo(Run.State.ABORTED);
    }

    private void otherRun() {
        lake.produce("c");
        lake.leaseEnds();
        assertThat(run("R2", () -> {}, () -> {})).isInstanceOf(PlanOutcome.Ended.class);
    }

    private void check() {
        assertThat(lake.rows()).containsExactly("{\"v\":\"a\"}", "{\"v\":\"b\"}", "{\"v\":\"c\"}");
        assertThat(lake.objects.names(MemoryLake.OUT)).noneMatch(name -> name.contains("R1"));
        assertThat(new JobState(lake.context()).head().generation()).isEqualTo(1);
        lake.leaseEnds();
        assertThat(run("R3", () -> {}, () -> {})).isInstanceOf(PlanOutcome.NothingToDo.class);
    }

    private PlanOutcome run(String runId, Runnable afterPlanning, Runnable beforeCommit) {
        return run(lake.context(), runId, afterPlanning, beforeCommit);
    }

    private static PlanOutcome run(JobContext of, String runId, Runnable afterPlanning, Runnable beforeCommit) {
        RunRequest request = new RunRequest(runId, BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
        return new LocalRunner(
                        of,
                        MemoryLake.FORMATS,
                        Functions.standard(),
                        new LocalRunner.Limits(2, 1 << 20),
                        new Meanwhile(afterPlanning, beforeCommit))
                .run(request, () -> runId + "x");
    }
}
