package dev.tidemark.integration.lambda;

import static dev.tidemark.integration.lambda.Birdstrikes.JOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.run.Run;
import dev.tidemark.spi.StateStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// birdstrikes' job file through the deployed state machine and the real handlers, wherever the stage's stores are;
/// rows as DuckDB makes them. Beside the runs that fail: those that commit, whatever comes between.
abstract class EndToEndScenarios extends FailedRunScenarios {

    @Test
    void theJobFileRunsAndASecondRunHasNothingToDo() throws Exception {
        Ended first = aws.run(JOB);
        succeeded(first);
        assertThat(first.trail())
                .containsExactly(
                        "Plan",
                        "WhatIsToDo",
                        "Probe",
                        "Plan",
                        "WhatIsToDo",
                        "ProcessChunks",
                        "Commit",
                        "IsCommitted",
                        "Done");
        assertThat(lake.differences()).isEmpty();
        assertThat(aws.hidden()).isEmpty();
        assertThat(aws.partitions("lake", "birdstrikes")).hasSizeGreaterThan(10);

        List<String> published = lake.published();
        Ended second = aws.run(JOB);
        succeeded(second);
        assertThat(second.trail()).containsExactly("Plan", "WhatIsToDo", "Done");
        assertThat(lake.published()).isEqualTo(published);
    }

    /// The broken twin: a published file that is lost is missed by the comparison.
    @Test
    void aTwinThatLosesOnePublishedFileIsCaught() throws Exception {
        succeeded(aws.run(JOB));
        aws.delete(lake.published().getFirst());
        assertThat(lake.differences()).isNotEmpty();
    }

    @Test
    void aNewAndAnOverwrittenFileAreReadByTheNextRunAndNothingElse() throws Exception {
        succeeded(aws.run(JOB));
        aws.pass(Duration.ofMinutes(1));
        aws.lines.clear();
        lake.put("report_year=1996/late.csv", lake.some(ONE, 3));
        lake.put(ONE, lake.some(ONE, 5));
        Ended ended = aws.run(JOB);
        succeeded(ended);
        assertThat(lake.differences()).isEmpty();
        assertThat(aws.lines.stream()
                        .filter(line -> line.contains("\"Objects\":"))
                        .toList())
                .as("the second run's chunk, once or with its twin")
                .isNotEmpty()
                .allMatch(line -> line.contains("\"Objects\":2,"));
    }

    @Test
    void aFileThatIsOverwrittenBetweenPlanAndReadIsLeftToTheNextRunWhichFollowsByItself() throws Exception {
        lake.manyChunks();
        AtomicBoolean once = new AtomicBoolean();
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk") && once.compareAndSet(false, true)) {
                overwrite();
            }
            return aws.direct(function, payload, instance);
        };
        succeeded(aws.run(JOB));
        assertThat(aws.all).as("the run, and the one that it starts").hasSize(2);
        assertThat(lake.differences()).isEmpty();
        assertThat(aws.state(JOB).head().generation()).isEqualTo(2);
    }

    private void overwrite() {
        try {
            String text = lake.some(ONE, 4);
            lake.forgetLast(ONE);
            lake.put(ONE, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyChunkRunsTwiceAtOnceInTwoInstancesAndTheLaterOneEndsAfterTheCommit() throws Exception {
        lake.manyChunks();
        CountDownLatch committed = new CountDownLatch(1);
        List<CompletableFuture<@Nullable JsonNode>> late = new ArrayList<>();
        SlowWorkers slow = new SlowWorkers(committed);
        aws.taps.put("Process", slow);
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk")) {
                CompletableFuture<@Nullable JsonNode> twin =
                        slow.later(() -> aws.direct(function, payload, 1 - instance));
                late.add(twin);
                slow.awaitBegun(List.of(twin));
            }
            return aws.direct(function, payload, instance);
        };
        succeeded(aws.run(JOB));
        List<String> published = lake.published();
        assertThat(late).hasSizeGreaterThanOrEqualTo(11);
        assertThat(aws.hidden()).as("what the later ones hold").isNotEmpty();

        committed.countDown();
        late.forEach(CompletableFuture::join);
        assertThat(lake.published()).isEqualTo(published);
        assertThat(lake.differences()).isEmpty();
        assertThat(aws.hidden()).isEmpty();
    }

    @Test
    void aBurstOfFiveHundredEventsDuringARunWakesExactlyOneMore() throws Exception {
        lake.manyChunks();
        AtomicBoolean once = new AtomicBoolean();
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk") && once.compareAndSet(false, true)) {
                burst(500);
            }
            return aws.direct(function, payload, instance);
        };
        succeeded(aws.run(JOB));
        assertThat(aws.all).hasSize(2);
        for (int i = 0; i < 5; i++) {
            aws.sweep();
        }
        assertThat(aws.all).as("nor does a sweep start another").hasSize(2);
        assertThat(lake.differences()).isEmpty();
    }

    /// The broken twin of the wake: events leave no mark at a job that is busy. Nobody starts the second run.
    @Test
    void aTwinWhoseEventsLeaveNoMarkWakesNobody() throws Exception {
        aws.taps.put("Trigger", new Without(Map.of("state.write", new StateStore.Outcome.Applied())));
        AtomicBoolean once = new AtomicBoolean();
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk") && once.compareAndSet(false, true)) {
                burst(10);
            }
            return aws.direct(function, payload, instance);
        };
        succeeded(aws.run(JOB));
        aws.sweep();
        assertThat(aws.all).hasSize(1);
    }

    private void burst(int events) {
        for (int from = 0; from < events; from += 10) {
            List<String> bodies = new ArrayList<>();
            for (int i = from; i < from + 10; i++) {
                bodies.add(Messages.created(lake.raw() + "report_year=1995/new-" + i + ".csv"));
            }
            JsonNode answer = aws.direct("Trigger", Messages.batch(aws.now(), bodies), 0);
            assertThat(answer.path("batchItemFailures")).isEmpty();
        }
    }

    /// Both runs have done all their chunks; the first one's claim was over before.
    @Test
    void ofTwoExecutionsPastPlanningByTakeoverTheOneThatHoldsTheClaimCommits() throws Exception {
        for (boolean oldFirst : List.of(true, false)) {
            aStageWithTheJobAgain();
            String old = workedOn("old");
            aws.pass(Duration.ofHours(25));
            String holder = workedOn("holder");
            if (oldFirst) {
                commitFails(old);
                commits(holder);
            } else {
                commits(holder);
                commitFails(old);
            }
            assertThat(aws.runItem(JOB, old).state()).isEqualTo(Run.State.ABORTED);
            assertThat(lake.differences()).isEmpty();
            assertThat(aws.hidden()).isEmpty();
            assertThat(aws.state(JOB).head().generation()).isEqualTo(1);
        }
    }

    @TempDir
    private Path other;

    private void aStageWithTheJobAgain() throws IOException {
        aws = stage(new Random(1));
        Path fresh = Files.createTempDirectory(other, "lake");
        lake = new Birdstrikes(aws, fresh);
        lake.manyChunks();
    }

    final String workedOn(String name) {
        String runId = RunIds.of(aws.now(), name);
        String about = "{\"wire\":1,\"job\":\"birdstrikes\",\"runId\":\"" + runId + "\"";
        assertThat(aws.invoke("PlanFunction", VirtualAws.json(about + ",\"request\":{}}"))
                        .path("kind")
                        .asText())
                .isEqualTo("PROBE");
        var _ = aws.invoke("ProcessFunction", VirtualAws.json(about + ",\"kind\":\"probe\"}"));
        JsonNode planned = aws.invoke("PlanFunction", VirtualAws.json(about + ",\"request\":{}}"));
        byte[] items = Objects.requireNonNull(aws.object(
                planned.path("bucket").asText(), planned.path("chunks").asText()));
        for (JsonNode item : VirtualAws.json(Birdstrikes.utf8(items))) {
            var _ = aws.invoke(
                    "ProcessFunction", VirtualAws.json(about + ",\"kind\":\"chunk\",\"chunk\":" + item + "}"));
        }
        return runId;
    }

    private void commits(String runId) {
        assertThat(aws.invoke("CommitFunction", Messages.step(runId))
                        .path("kind")
                        .asText())
                .isEqualTo("COMMITTED");
    }

    private void commitFails(String runId) {
        assertThatThrownBy(() -> aws.invoke("CommitFunction", Messages.step(runId)))
                .isInstanceOfSatisfying(
                        FunctionFailure.class,
                        failure -> assertThat(failure.errorType()).isEqualTo("dev.tidemark.run.RunEndedException"));
        assertThat(aws.invoke("AbortFunction", Messages.abort(runId))
                        .path("kind")
                        .asText())
                .isEqualTo("ABORTED");
    }
}
