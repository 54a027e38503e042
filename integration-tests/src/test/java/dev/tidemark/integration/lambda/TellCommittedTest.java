package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.integration.asl.StrictRunner.Status;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The event `Tidemark Run Committed`, which the state machine puts on the bus.
final class TellCommittedTest {

    private static final int MOST_BYTES = 32 << 10;

    private final VirtualAws aws = new VirtualAws(new Random(5));
    private final TinyJob tiny = new TinyJob(aws);

    @Test
    void aCommittedRunTellsWhatItChangedAndOneThatFindsNothingTellsNothing() {
        String runId = aws.start("tiny");
        aws.drain();
        JsonNode told = only();
        assertThat(told.path("Source").asText()).isEqualTo("tidemark");
        assertThat(told.path("DetailType").asText()).isEqualTo("Tidemark Run Committed");
        assertThat(told.path("Detail")).isEqualTo(VirtualAws.json("""
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
        assertThat(aws.told.getLast().path("Detail").path("generation").asInt()).isEqualTo(2);
        assertThat(aws.told.getLast().path("Detail").path("partitions"))
                .as("what this run changed")
                .containsExactly(VirtualAws.json("{\"table\":\"lake.tiny\",\"values\":[\"2\"]}"));
    }

    private JsonNode only() {
        assertThat(aws.told).hasSize(1);
        return aws.told.getFirst();
    }

    /// A twin without the catcher fails an execution whose run is committed.
    @Test
    void aBusThatRefusesEndsNoCommittedRun() {
        AtomicInteger asked = new AtomicInteger();
        aws.bus = () -> {
            asked.incrementAndGet();
            throw new FunctionFailure("EventBridge.FailedEntry", "throttled");
        };
        Ended ended = aws.run("tiny");
        assertThat(ended.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(asked).as("with all its retries").hasValue(7);
        assertThat(aws.state("tiny").head().generation()).isEqualTo(1);
    }

    /// A twin that names all partitions is over the limit that payloads have.
    @Test
    void ofManyPartitionsOnlySoManyAreToldAsAPayloadHolds() {
        for (int partition = 0; partition < 300; partition++) {
            tiny.produce("d=" + "x".repeat(150) + partition + "/a.csv");
        }
        Ended ended = aws.run("tiny");
        assertThat(ended.status()).as("%s", ended).isEqualTo(Status.SUCCEEDED);
        JsonNode detail = only().path("Detail");
        assertThat(detail.path("partitionsTotal").asInt()).isEqualTo(302);
        assertThat(detail.path("partitions")).hasSizeBetween(50, 100);
        assertThat(ended.largestBytes()).isLessThan(MOST_BYTES);
        assertThat(302
                        * detail.path("partitions")
                                .get(99 % detail.path("partitions").size())
                                .toString()
                                .length())
                .as("all of them")
                .isGreaterThan(MOST_BYTES);
        assertThat(List.of(detail.path("tables").get(0).asText())).containsExactly("lake.tiny");
    }
}
