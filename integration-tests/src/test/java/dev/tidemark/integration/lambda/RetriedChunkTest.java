package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.run.Head;
import dev.tidemark.testkit.PortTap;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// A worker that stops before its time is over (`DeadlineException`) is called once more: S3 may have been slow. Not
/// more often, as a chunk that is too much for its worker stays so.
final class RetriedChunkTest {

    private static final String DEADLINE = "dev.tidemark.run.DeadlineException";

    private final VirtualAws aws = new VirtualAws(new NeverTwice());
    private final TinyJob tiny = new TinyJob(aws);
    private final AtomicInteger attempts = new AtomicInteger();

    /// @param slow as many attempts at the chunk take longer than a function may
    private Ended run(String definition, int slow) {
        aws.around = (function, payload, instance) -> {
            if (!payload.path("kind").asText().equals("chunk")) {
                return aws.direct(function, payload, instance);
            }
            int attempt = attempts.incrementAndGet();
            aws.taps.put("Process", new PortTap() {
                @Override
                public <T> T call(String call, Supplier<T> effect) {
                    T answer = effect.get();
                    if (attempt <= slow && call.equals("objects.open")) {
                        aws.pass(Duration.ofMinutes(14));
                    }
                    return answer;
                }
            });
            return aws.direct(function, payload, instance);
        };
        ObjectNode input = VirtualAws.JSON.createObjectNode().put("job", "tiny");
        input.putObject("request");
        return new StrictRunner(definition, aws, new NeverTwice()).run(RunIds.of(aws.now(), "slow"), input);
    }

    @Test
    void aChunkThatWasSlowOnceIsDoneByItsSecondAttempt() {
        Ended ended = run(VirtualAws.definition(), 1);
        assertThat(ended.status()).as("%s %s", ended.error(), ended.cause()).isEqualTo(Status.SUCCEEDED);
        assertThat(attempts).hasValue(2);
        assertThat(tiny.rows()).isEqualTo(tiny.expected());
        assertThat(aws.hidden()).isEmpty();
    }

    @Test
    void aChunkThatIsAlwaysTooSlowEndsTheRunByItsOwnWordsAfterTwoAttempts() {
        Ended ended = run(VirtualAws.definition(), Integer.MAX_VALUE);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.error()).isEqualTo(DEADLINE);
        assertThat(ended.cause()).contains("Chunk 0 was not done after", "Give the job more memory");
        assertThat(attempts).hasValue(2);
        assertThat(aws.hidden()).isEmpty();
        assertThat(aws.state("tiny").head().state()).isEqualTo(Head.State.IDLE);
    }

    /// The executed twin is a state machine without that retrier: once slow is too slow.
    @Test
    void aTwinWithoutTheRetrierFailsTheFirstRun() {
        String twin = VirtualAws.definition().replace(DEADLINE, "dev.tidemark.run.Nothing");
        Ended ended = run(twin, 1);
        assertThat(ended.error()).isEqualTo(DEADLINE);
        assertThat(attempts).hasValue(1);
    }
}
