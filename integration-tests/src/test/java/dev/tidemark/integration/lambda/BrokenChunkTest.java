package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.lambda.BrokenMessageException;
import dev.tidemark.lambda.JobCopyMissingException;
import dev.tidemark.lambda.RunIds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages to Process that no plan has made.
final class BrokenChunkTest {

    private final VirtualAws aws = new VirtualAws(new Random(3));

    private ObjectNode message(String chunk) {
        TinyJob _ = new TinyJob(aws);
        String runId = RunIds.of(aws.now(), "chunk");
        ObjectNode plan = Messages.step(runId).put("job", "tiny");
        plan.putObject("request");
        var _ = aws.direct("Plan", plan, 0);
        ObjectNode message = Messages.step(runId).put("job", "tiny").put("kind", "chunk");
        message.set("chunk", VirtualAws.json(chunk));
        return message;
    }

    /// A twin that casts takes 4294967296 for chunk 0, and writes another chunk's result.
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
