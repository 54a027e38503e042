package dev.tidemark.integration.lambda;

import static dev.tidemark.integration.lambda.Birdstrikes.JOB;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.run.Head;
import dev.tidemark.testkit.PortTap;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Runs that do not come to their commit: what people are told of them, and that nothing of them is left.
abstract class FailedRunScenarios extends StageScenarios {

    @Test
    void aPoisonedChunkFailsTheRunByItsTypedErrorAndLeavesNothing() throws Exception {
        lake.manyChunks();
        String good = lake.text(ONE);
        poison(good);
        Ended ended = aws.run(JOB);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.trail()).containsSubsequence("ProcessChunks", "Abort", "IsAborted", "Failed");
        assertThat(ended.error()).isEqualTo("dev.tidemark.spi.BadRecordException");
        assertThat(ended.cause()).contains(ONE, "Flight Date");

        assertThat(lake.published()).isEmpty();
        aws.sweep();
        nothingIsLeft();

        // What people do: mend the file. The sweep starts the job again when its back-off is over.
        lake.forgetLast(ONE);
        lake.put(ONE, good);
        aws.sweepUntilQuiet(JOB);
        assertThat(lake.differences()).isEmpty();
    }

    private void poison(String good) {
        String header = good.lines().findFirst().orElseThrow();
        String record = good.lines().skip(1).findFirst().orElseThrow();
        lake.putUnexpected(ONE, header + "\n" + record.replaceAll("\\d{4}-\\d{2}-\\d{2}", "yesterday") + "\n");
    }

    /// The broken twin of the error's way: what the Map wrote down of its children is lost, and nobody is told why.
    @Test
    void aTwinThatLosesTheMapsResultsHidesTheTypedError() throws Exception {
        lake.manyChunks();
        poison(lake.text(ONE));
        aws.around = (function, payload, instance) -> {
            if (function.equals("Abort")) {
                aws.names(aws.settings().workRoot(JOB)).stream()
                        .filter(name -> name.contains("/FAILED_"))
                        .forEach(aws::delete);
            }
            return aws.direct(function, payload, instance);
        };
        assertThat(aws.run(JOB).error()).isEqualTo("StepFunctions.ExceedToleratedFailureThreshold");
    }

    /// Step Functions forgets a worker whose sibling failed; Lambda does not stop it.
    @Test
    void aWorkerThatGoesOnForTenMinutesAfterTheAbortLeavesNothingOnceItWasSweptUp() throws Exception {
        lake.manyChunks();
        poison(lake.text(ONE));
        CountDownLatch aborted = new CountDownLatch(1);
        List<CompletableFuture<@Nullable JsonNode>> late = new ArrayList<>();
        SlowWorkers slow = new SlowWorkers(aborted);
        aws.taps.put("Process", slow);
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk")) {
                late.add(slow.later(() -> aws.direct(function, payload, instance)));
            }
            return aws.direct(function, payload, instance);
        };
        Ended ended = aws.run(JOB);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(late).isNotEmpty();
        slow.awaitBegun(late);

        aws.pass(Duration.ofMinutes(10));
        aborted.countDown();
        late.forEach(CompletableFuture::join);
        aws.sweep();
        nothingIsLeft();
        assertThat(lake.published()).isEmpty();
    }

    @Test
    void stopExecutionDuringTheMapFreesTheJob() throws Exception {
        stoppedAfterSomeChunks();
        nothingIsLeft();

        aws.around = aws::direct;
        aws.sweepUntilQuiet(JOB);
        assertThat(lake.differences()).isEmpty();
    }

    private void stoppedAfterSomeChunks() throws IOException {
        lake.manyChunks();
        AtomicInteger chunks = new AtomicInteger();
        aws.around = (function, payload, instance) -> {
            JsonNode answer = aws.direct(function, payload, instance);
            if (payload.path("kind").asText().equals("chunk") && chunks.incrementAndGet() > 3) {
                throw new ExecutionStopped();
            }
            return answer;
        };
        assertThat(aws.run(JOB).status()).isEqualTo(Status.ABORTED);
    }

    /// The broken twin of clean-up: neither abort nor sweep discards what a run staged.
    @Test
    void aTwinThatDiscardsNothingLeavesUploadsThatAreSeen() throws Exception {
        PortTap twin = new Without(Map.of("staging.discard", true, "staging.discardRun", 0));
        aws.taps.put("Abort", twin);
        aws.taps.put("Trigger", twin);
        stoppedAfterSomeChunks();
        aws.sweep();
        assertThat(aws.hidden()).isNotEmpty();
    }

    /// A function that is killed at its time-out, or has no memory left, says nothing itself.
    @Test
    void anErrorOfTheServiceFailsTheRunUnderANameThatAFailStateMayRaise() throws Exception {
        aws.around = (function, payload, instance) -> {
            if (function.equals("Commit")) {
                throw new FunctionFailure("States.Timeout", "");
            }
            return aws.direct(function, payload, instance);
        };
        Ended ended = aws.run(JOB);
        assertThat(ended.error()).isEqualTo("StepFunctions.Timeout");
        nothingIsLeft();
    }

    /// Without the rule on execution status the sweep asks for the execution itself.
    @Test
    void theSweepSettlesAStoppedExecutionThatNobodyTold() throws Exception {
        lake.manyChunks();
        aws.statusRule = false;
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk")) {
                throw new ExecutionStopped();
            }
            return aws.direct(function, payload, instance);
        };
        assertThat(aws.run(JOB).status()).isEqualTo(Status.ABORTED);
        assertThat(aws.state(JOB).head().state()).isEqualTo(Head.State.CLAIMED);

        aws.around = aws::direct;
        aws.sweep();
        nothingIsLeft();
        aws.sweepUntilQuiet(JOB);
        assertThat(lake.differences()).isEmpty();
    }
}
