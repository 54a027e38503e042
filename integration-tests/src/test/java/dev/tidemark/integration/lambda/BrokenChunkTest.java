package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.lambda.BrokenMessageException;
import dev.tidemark.lambda.JobCopyMissingException;
import dev.tidemark.lambda.RunIds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages to Process that no plan has made.
final class BrokenChunkTest {

    private final VirtualAws aws = new VirtualAws(new Random(3));

    private final String runId = RunIds.of(aws.now(), "chunk");

    private ObjectNode message(String chunk) {
        TinyJob _ = new TinyJob(aws);
        ObjectNode plan = Messages.step(runId).put("job", "tiny");
        plan.putObject("request");
        JsonNode planned = aws.direct("Plan", plan, 0);
        if (planned.path("kind").asText().equals("PROBE")) {
            var _ = aws.direct(
                    "Process", Messages.step(runId).put("job", "tiny").put("kind", "probe"), 0);
            planned = aws.direct("Plan", plan, 0);
        }
        items = VirtualAws.json(aws.text("s3://state/" + planned.path("chunks").asText()));
        return chunkMessage(chunk);
    }

    private JsonNode items = VirtualAws.json("[]");

    private ObjectNode chunkMessage(String chunk) {
        ObjectNode message = Messages.step(runId).put("job", "tiny").put("kind", "chunk");
        message.set("chunk", VirtualAws.json(chunk));
        return message;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"chunk\":4294967296,\"head\":10,\"from\":10,\"to\":20}",
                "{\"chunk\":0,\"head\":10,\"from\":9,\"to\":20}",
                "{\"chunk\":0,\"head\":10,\"from\":20,\"to\":20}",
                "{\"chunk\":0,\"head\":10,\"from\":30,\"to\":20}",
                "{\"chunk\":0,\"head\":10,\"from\":10,\"to\":9000000000000}",
                "{\"chunk\":0,\"head\":9000000000000,\"from\":9000000000000,\"to\":9000000000001}",
                "{\"chunk\":0,\"head\":10,\"from\":10,\"to\":18446744073709551626}",
                "{\"chunk\":-1,\"head\":10,\"from\":10,\"to\":20}",
                "{\"chunk\":0.5,\"head\":10,\"from\":10,\"to\":20}",
                "{\"chunk\":\"0\",\"head\":10,\"from\":10,\"to\":20}",
                "{\"head\":10,\"from\":10,\"to\":20}",
                "{}",
                "[]",
                "null"
            })
    void aChunkThatIsNoPartOfAPlanIsABrokenMessage(String chunk) {
        ObjectNode message = message(chunk);
        assertThatThrownBy(() -> aws.direct("Process", message, 0))
                .isInstanceOfSatisfying(
                        FunctionFailure.class,
                        failure -> assertThat(failure.errorType()).isEqualTo(BrokenMessageException.class.getName()));
    }

    /// The executed twin casts: 4294967296 is chunk 0 then, and the message is worked on.
    @Test
    void aTwinThatCastsTakesAnotherNumberForChunkZero() {
        ObjectNode message = message("{}");
        ObjectNode cast = items.get(0).deepCopy();
        message.set("chunk", cast.put("chunk", 4294967296L));
        assertThatThrownBy(() -> aws.direct("Process", message, 0)).isInstanceOf(FunctionFailure.class);
        message.set("chunk", cast.deepCopy().put("chunk", (int) 4294967296L));
        assertThat(aws.direct("Process", message, 0).path("chunk").asInt()).isZero();
    }

    /// The place is that of one chunk, the number another's.
    @Test
    void aMessageOfTwoChunksIsRefusedAndDoesNothing() {
        aws.store = store -> new LargeObjects(store, "s3://lake/in/", 128L << 20);
        ObjectNode message = message("{}");
        assertThat(items).hasSize(3);
        ObjectNode mixed = items.get(1).deepCopy();
        message.set("chunk", mixed.put("chunk", 0));
        assertThatThrownBy(() -> aws.direct("Process", message, 0))
                .isInstanceOfSatisfying(
                        FunctionFailure.class,
                        failure -> assertThat(failure.errorType()).isEqualTo("dev.tidemark.run.OtherChunkException"))
                .hasMessageContaining("was asked for chunk 0")
                .hasMessageContaining("is that of chunk 1");
        assertThat(aws.hidden()).isEmpty();
        assertThat(results()).isEmpty();
    }

    /// What the executed twin leaves, which works on the place and takes the number's name for its result: a chunk
    /// twice
    /// and another never. Commit does not take it.
    @Test
    void aTwinsResultUnderAnotherChunksNameIsNotCommitted() {
        aws.store = store -> new LargeObjects(store, "s3://lake/in/", 128L << 20);
        ObjectNode message = message("{}");
        for (JsonNode item : items) {
            message.set("chunk", item);
            var _ = aws.direct("Process", message, 0);
        }
        List<String> results = results();
        assertThat(results).hasSize(3);
        aws.put(results.get(0), aws.text(results.get(1)));
        ObjectNode commit = Messages.step(runId).put("job", "tiny");
        assertThatThrownBy(() -> aws.direct("Commit", commit, 0))
                .isInstanceOfSatisfying(
                        FunctionFailure.class,
                        failure ->
                                assertThat(failure.errorType()).isEqualTo("dev.tidemark.spi.UnreadableObjectException"))
                .hasMessageContaining("where the result of chunk 0 should be is that of chunk 1");
    }

    private List<String> results() {
        return aws.names("s3://state/work/tiny/runs/" + runId + "/").stream()
                .filter(name -> name.contains("/result-"))
                .toList();
    }

    /// Whoever deletes the run's copy of the job file, or sends a run's id that no Plan has seen: the deployed file may
    /// be another.
    @ParameterizedTest
    @ValueSource(strings = {"Process", "Commit"})
    void withoutTheRunsCopyOfTheJobFileNoStepGoesOn(String function) {
        ObjectNode message = message("{\"chunk\":0,\"head\":10,\"from\":10,\"to\":20}");
        message.put("runId", RunIds.of(aws.now(), "another"));
        assertThatThrownBy(() -> aws.direct(function, message, 0))
                .isInstanceOfSatisfying(
                        FunctionFailure.class,
                        failure -> assertThat(failure.errorType()).isEqualTo(JobCopyMissingException.class.getName()));
    }

    @Test
    void aRunWithoutACopyIsEndedAllTheSame() {
        TinyJob _ = new TinyJob(aws);
        ObjectNode abort = Messages.abort(RunIds.of(aws.now(), "another")).put("job", "tiny");
        assertThat(aws.direct("Abort", abort, 0).path("kind").asText()).isEqualTo("ABORTED");
    }
}
