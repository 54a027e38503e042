package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.StorageUnavailableException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;

/// Over answers as EventBridge's API reference gives them (PutEvents).
final class EventBusTest {

    private final CannedAws aws = new CannedAws();
    private final EventBus bus = new EventBus(aws.clients().events(), aws.attempts());

    private void put() {
        bus.put("tidemark", "Tidemark Run Committed", Instant.ofEpochSecond(1_790_000_000), "{\"job\":\"orders\"}");
    }

    private static CannedAws.Reply taken() {
        return CannedAws.ok("{\"FailedEntryCount\":0,\"Entries\":[{\"EventId\":\"1\"}]}");
    }

    private static CannedAws.Reply notTaken(String code) {
        return CannedAws.ok("{\"FailedEntryCount\":1,\"Entries\":[{\"ErrorCode\":\"%s\",\"ErrorMessage\":\"words\"}]}"
                .formatted(code));
    }

    @Test
    void anEventIsOneEntryOnTheDefaultBus() {
        aws.then(taken());
        put();
        assertThat(aws.sent()).hasSize(1);
        CannedAws.Sent sent = aws.sent().getFirst();
        assertThat(sent.action()).isEqualTo("PutEvents");
        assertThat(sent.text())
                .isEqualTo("{\"Entries\":[{\"Time\":1790000000.000,\"Source\":\"tidemark\","
                        + "\"DetailType\":\"Tidemark Run Committed\",\"Detail\":\"{\\\"job\\\":\\\"orders\\\"}\"}]}");
    }

    /// A request that is answered with 200 may hold an entry that was not taken: "FailedEntryCount".
    @Test
    void anEntryThatWasNotTakenIsSentAgain() {
        aws.then(notTaken("ThrottlingException"), notTaken("InternalFailure"), taken());
        put();
        assertThat(aws.sent()).hasSize(3);
        assertThat(aws.waits()).hasSize(2);
    }

    /// The executed twin looks at the status alone, and takes an event for put that nobody sees.
    @Test
    void aTwinThatLooksAtTheStatusAloneTakesTheFirstAnswerForDone() {
        aws.then(notTaken("ThrottlingException"));
        var answer = aws.clients()
                .events()
                .putEvents(put -> put.entries(
                        PutEventsRequestEntry.builder().source("tidemark").build()));
        assertThat(answer.sdkHttpResponse().isSuccessful()).isTrue();
        assertThat(answer.failedEntryCount()).isEqualTo(1);
        assertThat(aws.sent()).hasSize(1);
    }

    @Test
    void aBusThatDoesNotTakeItAfterAllCallsSaysThatCallingAgainIsSafe() {
        aws.always(sent -> notTaken("InternalFailure"));
        assertThatThrownBy(this::put)
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("put the event 'Tidemark Run Committed'")
                .hasMessageContaining("InternalFailure: words");
        assertThat(aws.sent()).hasSize(Attempts.MOST);
    }

    @Test
    void whoMayNotPutEventsIsToldSo() {
        aws.then(CannedAws.json(400, "AccessDeniedException", ""));
        assertThatThrownBy(this::put)
                .isInstanceOf(AwsAccessDeniedException.class)
                .hasMessageContaining("put the event");
        aws.then(notTaken("NotAuthorizedForSourceException"));
        assertThatThrownBy(this::put)
                .isInstanceOf(AwsRefusedException.class)
                .hasMessageContaining("NotAuthorizedForSourceException: words");
    }
}
