package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.lambda.Bus;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Run;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.spi.Write;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The event `Tidemark Run Committed`: of each commit at least one is put on the bus, whoever finished the commit and
/// whoever died before it was told.
final class TellCommittedTest {

    private static final int MOST_BYTES = 20_000;

    private final VirtualAws aws = new VirtualAws(new Random(5));
    private final TinyJob tiny = new TinyJob(aws);

    @Test
    void aCommittedRunTellsWhatItChangedAndOneThatFindsNothingTellsNothing() {
        String runId = aws.start("tiny");
        aws.drain();
        JsonNode told = only();
        assertThat(told.path("source").asText()).isEqualTo("tidemark");
        assertThat(told.path("detail-type").asText()).isEqualTo("Tidemark Run Committed");
        assertThat(told.path("time").asText())
                .isEqualTo(Instant.ofEpochMilli(aws.runItem("tiny", runId).endedAt())
                        .toString());
        assertThat(told.path("detail")).isEqualTo(VirtualAws.json("""
                        {"wire": 1, "stage": "test", "job": "tiny", "runId": "%s", "generation": 1,
                         "tables": ["lake.tiny"],
                         "partitions": [{"table": "lake.tiny", "values": ["1"]}, {"table": "lake.tiny", "values": ["2"]}],
                         "partitionsTotal": 2}
                        """.formatted(runId)));

        aws.pass(Duration.ofMinutes(1));
        Ended nothing = aws.run("tiny");
        assertThat(nothing.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(aws.told).as("nothing new, nothing told").hasSize(1);

        tiny.produce("d=2/late.csv");
        aws.pass(Duration.ofMinutes(1));
        assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
        assertThat(aws.told.getLast().path("detail").path("generation").asInt()).isEqualTo(2);
        assertThat(aws.told.getLast().path("detail").path("partitions"))
                .as("what this run changed")
                .containsExactly(VirtualAws.json("{\"table\":\"lake.tiny\",\"values\":[\"2\"]}"));
        aws.sweep();
        assertThat(aws.told).as("told once").hasSize(2);
    }

    private JsonNode only() {
        assertThat(aws.told).hasSize(1);
        return aws.told.getFirst();
    }

    /// Who finishes a commit whose function died when it was decided.
    enum By {
        ABORT,
        STATUS_RULE,
        SWEEP,
        /// The next run's Plan, which goes on to its own commit.
        NEXT_RUN,
        /// The same, and finds nothing to do itself.
        NEXT_RUN_WITH_NOTHING_TO_DO
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void aCommitIsToldOfWhoeverFinishesIt(By by) {
        String runId = decidedAndDied(by);
        assertThat(aws.told).as("nobody was told by the one that died").isEmpty();
        finish(by, runId);
        assertThat(aws.runItem("tiny", runId).state()).isEqualTo(Run.State.COMMITTED);
        assertThat(aws.toldOf()).contains(runId).isEqualTo(aws.committed("tiny"));
        assertThat(aws.state("tiny").head().untold()).isEmpty();
    }

    /// Executed twins: a stage whose Finish does not note the commit. Whoever finishes it, nobody is told, also later.
    @ParameterizedTest
    @EnumSource(By.class)
    void aTwinWhoseFinishNotesNothingTellsNobody(By by) {
        String runId = decidedAndDied(by);
        aws.taps.put("Abort", new Forgetful());
        aws.taps.put("Trigger", new Forgetful());
        aws.taps.put("Plan", new Forgetful());
        finish(by, runId);
        aws.sweep();
        assertThat(aws.runItem("tiny", runId).state()).isEqualTo(Run.State.COMMITTED);
        assertThat(aws.toldOf()).doesNotContain(runId);
    }

    /// Takes the note away after each transaction, as if the transaction had not made it.
    private final class Forgetful implements PortTap {
        @Override
        public <T> T call(String call, Supplier<T> effect) {
            T answer = effect.get();
            if (call.equals("state.transact")) {
                forget();
            }
            return answer;
        }
    }

    private void forget() {
        JobContext context = aws.context("tiny");
        var _ = aws.plain()
                .state()
                .write(new Write.Update(context.headKey(), Map.of(), Map.of(), Map.of(), Set.of("untold"), List.of()));
    }

    private String decidedAndDied(By by) {
        aws.statusRule = false;
        AtomicBoolean died = new AtomicBoolean();
        aws.taps.put("Commit", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (died.get()) {
                    throw new Halt(call);
                }
                T answer = effect.get();
                if (call.equals("state.transact")) {
                    died.set(true);
                    throw new Halt(call);
                }
                return answer;
            }
        });
        aws.around = (function, payload, instance) -> {
            if (function.equals("Abort")) {
                throw new ExecutionStopped();
            }
            return aws.direct(function, payload, instance);
        };
        String runId = aws.start("tiny");
        aws.drain();
        assertThat(aws.ended.get(runId)).as("%s", by).isNotNull();
        assertThat(aws.runItem("tiny", runId).state()).isEqualTo(Run.State.PUBLISHING);
        aws.taps.remove("Commit");
        aws.around = aws::direct;
        // Its seat.
        aws.pass(Duration.ofMinutes(20));
        return runId;
    }

    private void finish(By by, String runId) {
        switch (by) {
            case ABORT -> {
                ObjectNode abort = Messages.abort(runId).put("job", "tiny");
                assertThat(aws.invoke("AbortFunction", abort).path("kind").asText())
                        .isEqualTo("COMMITTED");
            }
            case STATUS_RULE -> {
                ObjectNode event = (ObjectNode)
                        VirtualAws.json(
                                "{\"detail-type\":\"Step Functions Execution Status Change\",\"detail\":{\"status\":\"ABORTED\"}}");
                ((ObjectNode) event.path("detail"))
                        .put("stateMachineArn", aws.settings().stateMachines() + "tiny")
                        .put("name", runId);
                var _ = aws.invoke("TriggerFunction", event);
            }
            case SWEEP -> aws.sweep();
            case NEXT_RUN -> {
                tiny.produce("d=2/late.csv");
                assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
            }
            case NEXT_RUN_WITH_NOTHING_TO_DO ->
                assertThat(aws.run("tiny").trail()).containsExactly("Plan", "WhatIsToDo", "Done");
        }
    }

    /// A function that dies between the commit and its event, or after the event: the sweep tells, once more at most.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoDiesAtTheTellingIsFollowedByTheSweep(boolean afterEffect) {
        diesAtTheTelling(afterEffect, () -> {});
        assertThat(aws.told).hasSize(afterEffect ? 1 : 0);
        aws.sweep();
        assertThat(aws.told).hasSize(afterEffect ? 2 : 1);
        assertThat(aws.toldOf()).isEqualTo(aws.committed("tiny")).hasSize(1);
        assertThat(aws.told.stream().map(event -> event.path("time").asText()).distinct())
                .as("told twice, it names the same run of whoever waits for it")
                .hasSize(1);
        aws.sweep();
        assertThat(aws.told).hasSize(afterEffect ? 2 : 1);
    }

    /// The executed twin takes the note away first and tells then: who dies in between leaves nobody to tell.
    @Test
    void aTwinThatForgetsBeforeItTellsLosesTheEvent() {
        diesAtTheTelling(false, this::forget);
        aws.sweep();
        assertThat(aws.committed("tiny")).hasSize(1);
        assertThat(aws.toldOf()).isEmpty();
    }

    private void diesAtTheTelling(boolean afterEffect, Runnable before) {
        aws.statusRule = false;
        aws.bus = bus -> (source, type, time, detail) -> {
            before.run();
            if (afterEffect) {
                bus.put(source, type, time, detail);
            }
            throw new Halt("bus.put");
        };
        aws.around = (function, payload, instance) -> {
            try {
                return aws.direct(function, payload, instance);
            } catch (FunctionFailure died) {
                throw new ExecutionStopped();
            }
        };
        assertThat(aws.run("tiny").status()).isEqualTo(Status.ABORTED);
        aws.bus = bus -> bus;
        aws.around = aws::direct;
    }

    /// The run is committed also when nobody can be told.
    @Test
    void aBusThatRefusesEndsNoCommittedRunAndIsAskedAgainByTheSweep() {
        AtomicInteger asked = new AtomicInteger();
        aws.bus = bus -> refusing(asked);
        Ended ended = aws.run("tiny");
        assertThat(ended.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(asked).hasValue(1);
        assertThat(aws.state("tiny").head().generation()).isEqualTo(1);
        assertThat(aws.lines.toString()).contains("nobody could be told", "\"TellFailed\":1");

        tiny.produce("d=2/late.csv");
        aws.pass(Duration.ofMinutes(1));
        assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
        assertThat(aws.state("tiny").head().untold()).as("oldest first").hasSize(2);
        aws.bus = bus -> bus;
        aws.sweep();
        assertThat(aws.told.stream().map(event -> event.at("/detail/generation").asInt()))
                .containsExactly(1, 2);
    }

    /// Executed: the twin that lets the refusal go on. Its execution fails although its run is committed.
    @Test
    void aTwinThatLetsTheRefusalGoOnFailsACommittedRun() {
        aws.bus = bus -> (source, type, time, detail) -> {
            throw new IllegalStateException("not one that is caught");
        };
        aws.around = (function, payload, instance) -> {
            try {
                return aws.direct(function, payload, instance);
            } catch (IllegalStateException fault) {
                throw new FunctionFailure("java.lang.IllegalStateException", String.valueOf(fault.getMessage()));
            }
        };
        aws.statusRule = false;
        assertThat(aws.run("tiny").status()).isEqualTo(Status.FAILED);
        assertThat(aws.committed("tiny")).hasSize(1);
    }

    /// Half a minute of trying again for each job would leave the sweep no time for the others.
    @Test
    void aBusThatRefusesOneJobsEventIsNotAskedForAnothersInTheSameSweep() {
        AtomicInteger asked = new AtomicInteger();
        var _ = aws.deploy(
                TinyJob.YAML
                        .replace("job: tiny", "job: other")
                        .replace("table: tiny", "table: other")
                        .replace("s3://lake/out/", "s3://lake/o/"),
                Map.of());
        aws.bus = bus -> refusing(asked);
        assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
        aws.pass(Duration.ofMinutes(1));
        assertThat(aws.run("other").status()).isEqualTo(Status.SUCCEEDED);
        asked.set(0);
        aws.sweep();
        assertThat(asked).hasValue(1);
    }

    private static Bus refusing(AtomicInteger asked) {
        return (source, type, time, detail) -> {
            asked.incrementAndGet();
            throw new StorageUnavailableException("put the event", "test", null);
        };
    }

    /// A head whose notes somebody damaged does not send who tells round in circles.
    @Test
    void damagedNotesAreLetGo() {
        assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
        JobContext context = aws.context("tiny");
        var _ = aws.plain()
                .state()
                .write(new Write.Update(
                        context.headKey(), Map.of("untold", " x   x  y "), Map.of(), Map.of(), Set.of(), List.of()));
        aws.sweep();
        assertThat(aws.state("tiny").head().untold()).isEmpty();
        assertThat(aws.told).hasSize(1);
    }

    @Test
    void ofManyPartitionsOnlySoManyAreToldAsAnEventHolds() {
        manyPartitions();
        Ended ended = aws.run("tiny");
        assertThat(ended.status()).as("%s", ended).isEqualTo(Status.SUCCEEDED);
        JsonNode detail = only().path("detail");
        assertThat(detail.path("partitionsTotal").asInt()).isEqualTo(302);
        assertThat(detail.path("partitions")).hasSizeBetween(50, 100);
        isSmall(detail.toString());
        assertThat(List.of(detail.path("tables").get(0).asText())).containsExactly("lake.tiny");
    }

    /// Executed: the twin that names all partitions is over the limit.
    @Test
    void aTwinThatNamesAllPartitionsIsTooLarge() {
        manyPartitions();
        assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
        ObjectNode detail = only().path("detail").deepCopy();
        var all = detail.putArray("partitions");
        aws.partitions("lake", "tiny").forEach(partition -> {
            ObjectNode one = all.addObject().put("table", "lake.tiny");
            var values = one.putArray("values");
            partition.values().forEach(values::add);
        });
        assertThatThrownBy(() -> isSmall(detail.toString())).isInstanceOf(AssertionError.class);
    }

    private void manyPartitions() {
        for (int partition = 0; partition < 300; partition++) {
            tiny.produce("d=" + "x".repeat(150) + partition + "/a.csv");
        }
    }

    private static void isSmall(String detail) {
        assertThat(detail.length()).isLessThan(MOST_BYTES);
    }
}
