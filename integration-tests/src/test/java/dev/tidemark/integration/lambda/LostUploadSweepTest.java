package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.run.Head;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A decided commit lacks a staged file, which may be in the middle of somebody's completion for an hour. A sweep does
/// not wait for it.
final class LostUploadSweepTest {

    private static final JsonNode SWEEP = VirtualStage.json("{\"wire\":1,\"kind\":\"sweep\"}");

    /// The broken twin, a sweep that waits as a commit does, spends all its time at the one job: it takes five minutes
    /// and looks after no other.
    @Test
    void aJobThatHasToWaitKeepsNoOtherJobWaiting() {
        VirtualAws aws = new VirtualAws(new Random(4));
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

        for (int i = 0; i < 4; i++) {
            Instant before = aws.now();
            JsonNode answer = aws.direct("Trigger", SWEEP, 0, Duration.ofMinutes(5));
            assertThat(answer.path("jobs").asInt()).isEqualTo(4);
            assertThat(Duration.between(before, aws.now())).isLessThan(Duration.ofSeconds(30));
            aws.pass(Duration.ofMinutes(20));
        }
        assertThat(aws.lines.toString()).as("after an hour people are told").contains("runs repair");
    }
}
