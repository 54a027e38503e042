package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.aws.AwsAccessDeniedException;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.run.Head;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// What the alarms live by: the figures that a sweep writes of each job, whatever happens to the job, and of itself.
final class SweepMeasuresTest {

    private static final JsonNode SWEEP = VirtualStage.json("{\"wire\":1,\"kind\":\"sweep\"}");

    private final VirtualAws aws = new VirtualAws(new Random(11));

    private void refused(String function, String refusedCall) {
        aws.taps.put(function, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals(refusedCall)) {
                    throw new AwsAccessDeniedException("do " + call, "test", null);
                }
                return effect.get();
            }
        });
    }

    /// A commit that is decided and not published, two hours ago.
    private void aCommitThatIsStuck() {
        TinyJob _ = new TinyJob(aws);
        aws.taps.put("Commit", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("staging.complete")) {
                    throw new Halt(call);
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
        aws.pass(Duration.ofHours(2));
        aws.lines.clear();
    }

    private List<JsonNode> figures(String name) {
        return aws.lines.stream()
                .map(VirtualStage::json)
                .filter(line -> line.has("_aws") && line.has(name))
                .toList();
    }

    @Test
    void aCommitWhoseSettlingIsRefusedStillHasItsAlarm() {
        aCommitThatIsStuck();
        refused("Trigger", "staging.complete");
        JsonNode answer = aws.direct("Trigger", SWEEP, 0);
        assertThat(answer.path("failed").asInt()).isEqualTo(1);
        assertThat(figures("HoursInPublishing"))
                .singleElement()
                .satisfies(line ->
                        assertThat(line.path("HoursInPublishing").asDouble()).isGreaterThanOrEqualTo(2));
        assertThat(figures("SweepFailed"))
                .singleElement()
                .satisfies(line -> assertThat(
                                line.at("/_aws/CloudWatchMetrics/0/Dimensions").toString())
                        .isEqualTo("[[\"Stage\",\"Job\"],[\"Stage\"]]"));
    }

    /// The executed twin is the step without anything behind it: it ends by the refusal, and nobody measures.
    @Test
    void aTwinThatMeasuresAfterTheStepIsSilent() {
        aCommitThatIsStuck();
        refused("test", "staging.complete");
        assertThatThrownBy(() -> {
                    var _ = new dev.tidemark.run.SweepStep(
                                    aws.context("tiny"), new VirtualOutside(aws, "test").stateMachines())
                            .run("01KJKS4H35FHGEQVHF1P6K3ZQX");
                })
                .isInstanceOf(AwsAccessDeniedException.class);
        assertThat(figures("HoursInPublishing")).isEmpty();
    }

    @Test
    void aHealthyJobWhoseClearingUpIsRefusedIsMeasuredToo() {
        TinyJob _ = new TinyJob(aws);
        assertThat(aws.run("tiny").error()).isNull();
        aws.pass(Duration.ofHours(3));
        aws.lines.clear();
        clearingUpIsRefused();
        assertThat(aws.direct("Trigger", SWEEP, 0).path("failed").asInt()).isEqualTo(1);
        assertThat(figures("HoursSinceCommit"))
                .singleElement()
                .satisfies(line ->
                        assertThat(line.path("HoursSinceCommit").asDouble()).isEqualTo(3));
    }

    private void clearingUpIsRefused() {
        aws.taps.put("Trigger", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                boolean clearingUp = StackWalker.getInstance()
                        .walk(frames ->
                                frames.anyMatch(frame -> frame.getClassName().endsWith(".HiddenFiles")));
                if (clearingUp) {
                    throw new AwsAccessDeniedException("do " + call, "test", null);
                }
                return effect.get();
            }
        });
    }

    /// From its deployment on. Without a figure its alarm would never ring.
    @Test
    void aJobThatNeverCommittedIsMeasuredFromItsDeployment() {
        TinyJob _ = new TinyJob(aws);
        String file = aws.names("s3://state/jobs/tiny/").getFirst();
        Instant deployed = aws.plain().objects().head(file).orElseThrow().lastModified();
        aws.pass(Duration.ofHours(5));
        double hours = Duration.between(deployed, aws.now()).toMillis() / 3_600_000.0;
        assertThat(aws.direct("Trigger", SWEEP, 0).path("jobs").asInt()).isEqualTo(1);
        assertThat(figures("HoursSinceCommit"))
                .singleElement()
                .satisfies(line ->
                        assertThat(line.path("HoursSinceCommit").asDouble()).isEqualTo(hours));
    }

    /// The heartbeat, of the stage and of no job; also where a job failed, and not where the sweep itself did.
    @Test
    void eachSweepThatComesToItsEndSaysSo() {
        var _ = aws.deploy(TinyJob.YAML, Map.of());
        aws.deployDamaged("tiny");
        assertThat(aws.direct("Trigger", SWEEP, 0).path("failed").asInt()).isEqualTo(1);
        assertThat(figures("Swept")).singleElement().satisfies(line -> {
            assertThat(line.path("Swept").asInt()).isEqualTo(1);
            assertThat(line.has("Job")).isFalse();
            assertThat(line.at("/_aws/CloudWatchMetrics/0/Dimensions").toString())
                    .isEqualTo("[[\"Stage\"]]");
        });
        aws.lines.clear();
        refused("Trigger", "objects.list");
        assertThatThrownBy(() -> aws.direct("Trigger", SWEEP, 0)).isInstanceOf(FunctionFailure.class);
        assertThat(figures("Swept"))
                .as("a sweep that cannot even list its jobs")
                .isEmpty();
    }
}
