package dev.tidemark.aws;

import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/// The account's default bus of EventBridge.
public final class EventBus {

    private final EventBridgeClient client;
    private final Attempts attempts;

    EventBus(EventBridgeClient client, Attempts attempts) {
        this.client = client;
        this.attempts = attempts;
    }

    /// Puts one event. Put again, it is there twice.
    ///
    /// @param time   which the event has; targets see whole seconds of it
    /// @param detail a JSON object; with source and type at most 256 KB
    /// @throws dev.tidemark.spi.StorageUnavailableException when the bus did not take it: call again
    /// @throws AwsAccessDeniedException when the caller may not put such events
    /// @throws AwsRefusedException when the bus refuses it
    public void put(String source, String detailType, Instant time, String detail) {
        String what = "put the event '" + detailType + "' on the bus";
        PutEventsRequestEntry entry = PutEventsRequestEntry.builder()
                .source(source)
                .detailType(detailType)
                .time(time)
                .detail(detail)
                .build();
        for (int made = 1; ; made++) {
            PutEventsResponse answer = attempts.call(what, () -> client.putEvents(put -> put.entries(entry)));
            List<PutEventsResultEntry> refused = answer.entries().stream()
                    .filter(each -> each.errorCode() != null)
                    .toList();
            if (refused.isEmpty()) {
                return;
            }
            // A request that is answered well may have entries that are not taken ("PutEvents", FailedEntryCount).
            PutEventsResultEntry why = refused.getFirst();
            if (!AwsAnswers.unknownCode(why.errorCode())) {
                throw AwsAnswers.refusal(what, why.errorCode(), why.errorMessage());
            }
            if (made == Attempts.MOST || !attempts.rest(made)) {
                throw AwsAnswers.unavailable(what, made, why.errorCode() + ": " + why.errorMessage());
            }
        }
    }
}
