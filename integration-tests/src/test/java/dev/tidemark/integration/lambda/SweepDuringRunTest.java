package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.run.Head;
import dev.tidemark.testkit.PortTap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// What a worker that came late left of a run that has ended goes with the next sweep, also while another run is under
/// way, whose own files stay.
final class SweepDuringRunTest {

    private static final JsonNode SWEEP = VirtualStage.json("{\"wire\":1,\"kind\":\"sweep\"}");

    private final VirtualAws aws = new VirtualAws(new Random(6));
    private final TinyJob tiny = new TinyJob(aws);

    /// @param discards whether the sweep that comes while the second run's chunks are staged drops anything
    /// @return hidden files of the ended run after that sweep
    private List<String> leftOfTheEndedRun(boolean discards) {
        aws.statusRule = false;
        // The first run is aborted; what its worker staged is left, as by a worker that went on.
        aws.taps.put("Abort", new StageScenarios.Without(Map.of("staging.discardRun", 0)));
        aws.around = (function, payload, instance) -> {
            if (function.equals("Commit")) {
                throw new FunctionFailure("dev.tidemark.run.LostJobException", "test");
            }
            return aws.direct(function, payload, instance);
        };
        String ended = aws.start("tiny");
        aws.drain();
        aws.taps.remove("Abort");
        assertThat(of(ended)).isNotEmpty();
        aws.pass(Duration.ofMinutes(30));

        AtomicBoolean swept = new AtomicBoolean();
        if (!discards) {
            aws.taps.put("Trigger", new PortTap() {
                @Override
                @SuppressWarnings("unchecked") // That call answers a number.
                public <T> T call(String call, Supplier<T> effect) {
                    return call.equals("staging.discardRun") ? (T) (Integer) 0 : effect.get();
                }
            });
        }
        aws.around = (function, payload, instance) -> {
            if (function.equals("Commit") && swept.compareAndSet(false, true)) {
                assertThat(aws.state("tiny").head().state()).isEqualTo(Head.State.CLAIMED);
                int own = aws.hidden().size() - of(ended).size();
                assertThat(own).isPositive();
                JsonNode _ = aws.direct("Trigger", SWEEP, 0);
                assertThat(aws.hidden().size() - of(ended).size())
                        .as("the run's own")
                        .isEqualTo(own);
                if (!discards) {
                    throw new ExecutionStopped();
                }
            }
            return aws.direct(function, payload, instance);
        };
        String second = aws.start("tiny");
        aws.drain();
        assertThat(swept).isTrue();
        if (discards) {
            assertThat(Objects.requireNonNull(aws.ended.get(second)).status()).isEqualTo(Status.SUCCEEDED);
            assertThat(tiny.rows()).isEqualTo(tiny.expected());
        }
        return of(ended);
    }

    private List<String> of(String runId) {
        return aws.hidden().stream().filter(name -> name.contains(runId)).toList();
    }

    @Test
    void aSweepDuringARunDropsWhatIsOfEndedRunsAndNothingElse() {
        assertThat(leftOfTheEndedRun(true)).isEmpty();
    }

    /// The executed twin, a sweep that discards only while the job is idle, leaves them for as long as runs follow
    /// runs.
    @Test
    void aTwinThatDiscardsNothingDuringARunLeavesThem() {
        assertThat(leftOfTheEndedRun(false)).isNotEmpty();
    }
}
