package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.run.Head;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.testkit.PortTap;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// A chunk failed, and what the Map wrote down about it cannot be listed.
final class UnreadableFailuresTest {

    /// A twin that lets the error through never comes to the abort: the claim stays until its lease is over.
    @Test
    void theRunEndsAlsoWhenNobodyKnowsWhy() {
        VirtualAws aws = new VirtualAws(new Random(1));
        var _ = new TinyJob(aws);
        aws.statusRule = false;
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk")) {
                throw new FunctionFailure("dev.tidemark.X", "no");
            }
            return aws.direct(function, payload, instance);
        };
        aws.taps.put("Abort", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("objects.list")) {
                    throw new StorageUnavailableException("list the failures", "slow down", null);
                }
                return effect.get();
            }
        });
        Ended ended = aws.run("tiny");
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.error()).isEqualTo("StepFunctions.ExceedToleratedFailureThreshold");
        assertThat(aws.calls.stream().filter("Abort"::equals)).hasSize(1);
        assertThat(aws.state("tiny").head().state()).isEqualTo(Head.State.IDLE);
    }
}
