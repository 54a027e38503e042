package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.lambda.JobFiles;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.SweepStep;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.spi.Write;
import dev.tidemark.testkit.PortTap;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Batches of the queue, as the trigger's handler takes them.
final class TriggerTest {

    private static final String GOOD =
            "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"tiny\",\"time\":\"2026-03-01T04:00:00Z\"}";

    private final VirtualAws aws = new VirtualAws(new Random(7));

    @BeforeEach
    void twoJobs() {
        var _ = aws.deploy(TinyJob.YAML, Map.of());
        var _ = aws.deploy(
                TinyJob.YAML.replace("job: tiny", "job: other").replace("s3://lake/in/", "s3://lake/inner/"), Map.of());
    }

    private List<String> failed(List<String> bodies) {
        JsonNode answer = aws.direct("Trigger", Messages.batch(aws.now(), bodies), 0);
        List<String> ids = new ArrayList<>();
        answer.path("batchItemFailures")
                .forEach(each -> ids.add(each.path("itemIdentifier").asText()));
        return ids;
    }

    private static String sample(String name) throws IOException {
        return Files.readString(VirtualAws.HOUSE.resolve("events").resolve(name));
    }

    /// EV-03: a test event is dropped, junk alone comes again, what is good is done.
    @Test
    void inABatchOnlyTheBadMessagesComeAgain() throws IOException {
        String wrapped = sample("s3-notification-sns.json");
        assertThat(failed(List.of(sample("s3-test-event.json"), "{}", "not json", GOOD, wrapped)))
                .containsExactly("message-2", "message-3");
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("tiny");
        assertThat(aws.lines.toString()).contains("S3 tries whether", "dev.tidemark.lambda.BrokenMessageException");
    }

    @Test
    void aBatchWakesAJobOnceAndMarksItOnce() {
        assertThat(failed(List.of(GOOD, object("in/a.csv"), object("in/b.csv"), object("inner/c.csv"))))
                .isEmpty();
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("tiny", "other");
        assertThat(aws.state("tiny").head().mark()).isEqualTo(1);
    }

    private static String object(String key) {
        return "{\"detail-type\":\"Object Created\",\"detail\":{\"bucket\":{\"name\":\"lake\"},\"object\":{\"key\":\""
                + key + "\"}}}";
    }

    @Test
    void anObjectThatNobodyReadsWakesNobody() {
        assertThat(failed(List.of(object("elsewhere/a.csv")))).isEmpty();
        assertThat(aws.all).isEmpty();
    }

    @Test
    void aRunsIdIsTheMessagesOwnSoThatADeliveryAgainStartsNothing() {
        assertThat(failed(List.of(GOOD))).isEmpty();
        assertThat(failed(List.of(GOOD))).isEmpty();
        assertThat(aws.all).hasSize(1);
        String runId = aws.all.getFirst().runId();
        assertThat(RunIds.time(runId)).isEqualTo("2026-03-01T04:00:00Z");
        aws.drain();
        assertThat(aws.runItem("tiny", runId).asOf()).hasValue("2026-03-01T04:00:00Z");
    }

    @Test
    void aStoreThatDoesNotAnswerSendsBackWhatWakesThatJobAndNoMore() {
        aws.taps.put("Trigger", new PortTap() {
            private int transitions;

            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("state.write") && ++transitions == 1) {
                    throw new StorageUnavailableException("write", "test", null);
                }
                return effect.get();
            }
        });
        assertThat(failed(List.of(object("in/a.csv"), object("inner/c.csv"), object("in/b.csv"))))
                .containsExactly("message-1", "message-3");
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("other");
    }

    @Test
    void aDamagedJobFileKeepsNoOtherJobFromBeingWoken() {
        aws.deployDamaged("tiny");
        assertThat(failed(List.of(object("inner/c.csv")))).isEmpty();
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("other");
        assertThat(aws.lines.toString()).contains("job tiny cannot be woken", "UnreadableObjectException");
    }

    /// The executed twin looks all job files up and passes over none: the message goes round until it lies with the
    /// dead
    /// letters.
    @Test
    void aTwinWhoseLookupFailsForAllJobsWakesNobody() {
        aws.deployDamaged("tiny");
        JobFiles files = new JobFiles(aws.plain(), aws.settings());
        for (int delivery = 0; delivery < 5; delivery++) {
            assertThatThrownBy(() -> files.names().forEach(job -> {
                        var _ = files.find(job);
                    }))
                    .isInstanceOf(UnreadableObjectException.class);
        }
    }

    /// A fault of ours at one message: it comes again, with its place in the log, and the others are done.
    @Test
    void aFaultAtOneMessageSendsBackThatOneAlone() {
        List<String> messages = List.of(GOOD, object("inner/c.csv"), "{}");
        faultAtTheFirstWrite();
        assertThat(failed(messages)).containsExactlyInAnyOrder("message-1", "message-3");
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("other");
        assertThat(aws.lines.toString())
                .contains("met a fault of Tidemark: java.lang.IllegalStateException: nobody foresaw it", "\"at\":[");
        aws.taps.clear();
        assertThat(failed(List.of(GOOD))).as("as it comes again").isEmpty();
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("other", "tiny");
    }

    /// The executed twin lets the fault go on, as whoever invokes the trigger with one message sees it: of a batch all
    /// would come again, and those behind it are not begun.
    @Test
    void aTwinThatLetsTheFaultGoOnSendsBackAll() {
        faultAtTheFirstWrite();
        assertThatThrownBy(() -> List.of(GOOD, object("inner/c.csv")).forEach(body -> {
                    var _ = aws.direct("Trigger", VirtualAws.json(body), 0);
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(aws.all).isEmpty();
    }

    private void faultAtTheFirstWrite() {
        aws.taps.put("Trigger", new PortTap() {
            private boolean met;

            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("state.write") && !met) {
                    met = true;
                    throw new IllegalStateException("nobody foresaw it");
                }
                return effect.get();
            }
        });
    }

    /// A store that does not answer may have hidden a job that reads the object: then the message comes again.
    @Test
    void whileJobFilesCannotBeReadTheMessageIsNotTakenForDone() {
        aws.taps.put("Trigger", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("objects.open")) {
                    throw new StorageUnavailableException("read", "test", null);
                }
                return effect.get();
            }
        });
        assertThat(failed(List.of(object("inner/c.csv")))).containsExactly("message-1");
    }

    /// Times that no id of a run and no timestamp can have, and members of a wrong type: broken messages, each alone.
    @Test
    void aTimeOutOfRangeIsABrokenMessageAndNotAFault() {
        String far = GOOD.replace("2026-03-01T04:00:00Z", "+300000000-01-01T00:00:00Z");
        String early = GOOD.replace("2026-03-01T04:00:00Z", "1900-01-01T00:00:00Z");
        String asOf = "{\"wire\":1,\"kind\":\"start\",\"job\":\"tiny\",\"request\":{\"asOf\":5}}";
        assertThat(failed(List.of(far, early, asOf, GOOD))).containsExactly("message-1", "message-2", "message-3");
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("tiny");
        assertThat(aws.lines.toString()).doesNotContain("fault of Tidemark");
    }

    /// A plain start is a wake whichever way it comes: where a run holds the job it leaves a mark and starts none.
    @Test
    void aPlainStartIsTheSameAloneAndInABatch() {
        String start = "{\"wire\":1,\"kind\":\"start\",\"job\":\"%s\",\"request\":{}}";
        JsonNode alone = aws.direct("Trigger", VirtualAws.json(start.formatted("tiny")), 0);
        assertThat(failed(List.of(start.formatted("other")))).isEmpty();
        assertThat(alone.path("kind").asText()).isEqualTo("STARTED");
        assertThat(alone.path("runId").asText()).isEqualTo(aws.all.getFirst().runId());
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("tiny", "other");
        for (String job : List.of("tiny", "other")) {
            assertThat(aws.state(job).head().mark()).as(job).isEqualTo(1);
        }

        for (String job : List.of("tiny", "other")) {
            JobContext context = aws.context(job);
            assertThat(context.ports()
                            .state()
                            .write(new Write.Update(
                                    context.headKey(),
                                    Map.of("state", "CLAIMED", "runId", "X"),
                                    Map.of("leaseUntil", Long.MAX_VALUE / 2),
                                    Map.of(),
                                    Set.of(),
                                    List.of())))
                    .isInstanceOf(StateStore.Outcome.Applied.class);
        }
        alone = aws.direct("Trigger", VirtualAws.json(start.formatted("tiny")), 0);
        assertThat(failed(List.of(start.formatted("other")))).isEmpty();
        assertThat(alone.path("kind").asText()).isEqualTo("QUIET");
        assertThat(aws.all).hasSize(2);
        for (String job : List.of("tiny", "other")) {
            assertThat(aws.state(job).head().mark()).as(job).isEqualTo(2);
        }
    }

    @Test
    void aJobThatIsNotDeployedIsNamed() {
        assertThat(failed(List.of(GOOD.replace("tiny", "unknown")))).containsExactly("message-1");
        assertThat(aws.lines.toString()).contains("No job unknown is deployed here");
    }

    @Test
    void aRequestOfPeopleIsCarriedOutAsTheyWantIt() {
        String runId = RunIds.of(aws.now(), "people");
        aws.objects.put("s3://lake/in/d=1/a.csv", "a,b\n1,x\n");
        assertThat(failed(List.of("{\"wire\":1,\"kind\":\"start\",\"job\":\"tiny\",\"runId\":\"" + runId
                        + "\",\"request\":{\"mode\":\"disable\"}}")))
                .isEmpty();
        aws.drain();
        assertThat(aws.runItem("tiny", runId).item().text("mode")).hasValue("disable");
        assertThat(aws.state("tiny").head().generation()).isZero();
    }

    @Test
    void aSweepLooksAfterAllJobsAlsoWhenOneIsBroken() {
        aws.objects.put("s3://lake/inner/d=1/a.csv", "a,b\n1,x\n");
        assertThat(aws.run("other").error()).isNull();
        aws.pass(Duration.ofHours(3));
        aws.deployDamaged("tiny");
        JsonNode answer = aws.direct("Trigger", VirtualAws.json("{\"wire\":1,\"kind\":\"sweep\"}"), 0);
        assertThat(answer.path("jobs").asInt()).isEqualTo(1);
        assertThat(answer.path("failed").asInt()).isEqualTo(1);
        assertThat(aws.lines.stream().filter(line -> line.contains("_aws") && line.contains("PendingWake")))
                .singleElement()
                .asString()
                .contains(
                        "\"Job\":\"other\"",
                        "\"HoursSinceCommit\":3.0",
                        "\"HoursInPublishing\":0.0",
                        "\"PendingWake\":0");
        assertThat(aws.lines.toString()).contains("deploy the job again");
    }

    /// A fault of ours with one job: each is logged with its place and counted, the others are looked after, and at the
    /// end the sweep fails so that somebody looks.
    @Test
    void aFaultWithOneJobEndsTheSweepOnlyAfterAllOthers() {
        aws.taps.put("Trigger", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                T result = effect.get();
                if (call.equals("state.get")
                        && StackWalker.getInstance()
                                .walk(frames -> frames.anyMatch(
                                        frame -> frame.getClassName().endsWith("SweepStep")))) {
                    faults++;
                    if (faults == 1) {
                        throw new IllegalStateException("nobody foresaw it");
                    }
                }
                return result;
            }

            private int faults;
        });
        assertThatThrownBy(() -> aws.direct("Trigger", VirtualAws.json("{\"wire\":1,\"kind\":\"sweep\"}"), 0))
                .isInstanceOfSatisfying(
                        FunctionFailure.class,
                        failure -> assertThat(failure.errorType())
                                .isEqualTo("dev.tidemark.functions.trigger.SweepFailedException"))
                .hasMessageContaining("nobody foresaw it");
        assertThat(aws.lines.stream().filter(line -> line.contains("_aws") && line.contains("PendingWake")))
                .as("the other job was looked after, and both are measured")
                .hasSize(2);
        assertThat(aws.lines.stream().filter(line -> line.contains("_aws") && line.contains("SweepFailed")))
                .hasSize(1);
        assertThat(aws.lines.toString()).contains("\"at\":[", "IllegalStateException");
    }

    /// The executed twin lets the fault go on, and leaves the second job alone.
    @Test
    void aTwinThatLetsAJobsFaultGoOnLeavesTheOthersAlone() {
        List<String> sweptJobs = new ArrayList<>();
        assertThatThrownBy(() -> new JobFiles(aws.plain(), aws.settings())
                        .names()
                        .forEach(job -> {
                            aws.taps.put("test", new PortTap() {
                                @Override
                                public <T> T call(String call, Supplier<T> effect) {
                                    throw new IllegalStateException("nobody foresaw it");
                                }
                            });
                            JobContext context = aws.context(job);
                            var _ = new SweepStep(context, new VirtualOutside(aws, "test").stateMachines())
                                    .run(RunIds.of(aws.now(), job));
                            sweptJobs.add(job);
                        }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(sweptJobs).isEmpty();
    }

    /// A commit that somebody is still publishing, for two hours. The executed twin that looks for its record by the
    /// record's name alone finds none and would say 0.
    @Test
    void aSweepMeasuresHowLongACommitHasBeenPublishing() {
        aws.objects.put("s3://lake/inner/d=1/a.csv", "a,b\n1,x\n");
        assertThat(aws.run("other").error()).isNull();
        JobContext context = aws.context("other");
        String record = aws.state("other").runs().getFirst().record().orElseThrow();
        assertThat(context.ports()
                        .state()
                        .write(new Write.Update(
                                context.headKey(),
                                Map.of("state", "PUBLISHING", "runId", "X", "record", record),
                                Map.of("publisherUntil", Long.MAX_VALUE / 2),
                                Map.of(),
                                Set.of(),
                                List.of())))
                .isInstanceOf(StateStore.Outcome.Applied.class);
        aws.pass(Duration.ofHours(2));
        aws.lines.clear();
        JsonNode _ = aws.direct("Trigger", VirtualAws.json("{\"wire\":1,\"kind\":\"sweep\"}"), 0);
        assertThat(aws.lines.stream()
                        .filter(line -> line.contains("\"Job\":\"other\"") && line.contains("PendingWake")))
                .singleElement()
                .asString()
                .doesNotContain("\"HoursInPublishing\":0.0");
        assertThat(aws.plain().objects().head(record)).as("the twin").isEmpty();
        assertThat(aws.plain().objects().head(context.location(record))).isPresent();
    }

    @Test
    void aMessageOfAnotherVersionIsRefusedByName() {
        assertThatThrownBy(
                        () -> aws.direct("Plan", VirtualAws.json("{\"wire\":7,\"job\":\"tiny\",\"runId\":\"x\"}"), 0))
                .isInstanceOfSatisfying(
                        FunctionFailure.class,
                        failure ->
                                assertThat(failure.errorType()).isEqualTo("dev.tidemark.lambda.WireVersionException"));
    }
}
