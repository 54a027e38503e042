package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Patience;
import dev.tidemark.run.SweepOutcome;
import dev.tidemark.run.SweepStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A decided commit lacks a staged file, which may be in the middle of somebody's completion for an hour. A sweep does
/// not wait for it.
final class LostUploadSweepTest {

    private static final JsonNode SWEEP = VirtualStage.json("{\"wire\":1,\"kind\":\"sweep\"}");

    private final VirtualAws aws = new VirtualAws(new Random(4));

    @BeforeEach
    void aCommitThatLacksAFile() {
        TinyJob _ = new TinyJob(aws);
        for (String name : List.of("other", "third", "zero")) {
            var _ = aws.deploy(TinyJob.YAML.replace("job: tiny", "job: " + name), Map.of());
        }
        aws.taps.put("Commit", new dev.tidemark.testkit.PortTap() {
            @Override
            public <T> T call(String call, java.util.function.Supplier<T> effect) {
                if (call.equals("staging.complete")) {
                    aws.staging.discardRun("s3://lake/out/", aws.all.getFirst().runId());
                    throw new dev.tidemark.testkit.Halt(call);
                }
                return effect.get();
            }
        });
        aws.statusRule = false;
        aws.around = (function, payload, instance) -> {
            if (function.equals("Abort")) {
                throw new FunctionFailure("Lambda.Unknown", "test");
            }
            return aws.direct(function, payload, instance);
        };
        var _ = aws.run("tiny");
        assertThat(aws.state("tiny").head().state()).isEqualTo(Head.State.PUBLISHING);
        aws.pass(Duration.ofMinutes(20));
    }

    @Test
    void aJobThatHasToWaitKeepsNoOtherJobWaiting() {
        for (int i = 0; i < 4; i++) {
            Instant before = aws.now();
            JsonNode answer = aws.direct("Trigger", SWEEP, 0, Duration.ofMinutes(5));
            assertThat(answer.path("jobs").asInt()).isEqualTo(4);
            keptNobodyWaiting(before);
            aws.pass(Duration.ofMinutes(20));
        }
        assertThat(aws.lines.toString()).as("after an hour people are told").contains("runs repair");
    }

    private void keptNobodyWaiting(Instant before) {
        assertThat(Duration.between(before, aws.now())).isLessThan(Duration.ofSeconds(30));
    }

    /// The executed twin, a sweep that waits as a commit does, spends all its time at the one job.
    @Test
    void aTwinThatWaitsAsACommitDoesSpendsItsTimeAtTheOneJob() {
        Instant before = aws.now();
        long deadline = before.plus(Duration.ofMinutes(5)).toEpochMilli();
        JobContext own = aws.context("tiny");
        JobContext waiting = new JobContext(
                own.job(), own.ports(), own.workRoot(), own.quarantineRoot(), own.lease(), false, new Patience() {
                    @Override
                    public long deadline() {
                        return deadline;
                    }

                    @Override
                    public boolean pause(Duration time) {
                        aws.pass(time);
                        return aws.now.get() < deadline;
                    }
                });
        assertThat(new SweepStep(waiting, new VirtualOutside(aws, "test").stateMachines())
                        .run(RunIds.of(aws.now(), "sweep")))
                .isEqualTo(new SweepOutcome.Quiet());
        assertThatThrownBy(() -> keptNobodyWaiting(before)).isInstanceOf(AssertionError.class);
    }
}
