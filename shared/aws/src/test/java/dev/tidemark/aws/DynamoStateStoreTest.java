package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore.Outcome;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.spi.Write;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What no emulator enforces. Answers are those of the Amazon DynamoDB API Reference: TransactWriteItems
/// (CancellationReasons), PutItem (ReturnValuesOnConditionCheckFailure), "Error handling with DynamoDB".
final class DynamoStateStoreTest {

    private static final ItemKey HEAD = new ItemKey("job#j", "head");
    private static final ItemKey RUN = new ItemKey("job#j", "run#R");
    private static final Item OWN = Item.EMPTY.with("state", "PUBLISHING");
    private static final List<Write> DECIDE = List.of(
            new Write.Update(
                    HEAD,
                    Map.of("state", "PUBLISHING"),
                    Map.of(),
                    Map.of("mark", 1L),
                    Set.of("leaseUntil"),
                    List.of(new Condition.TextIs("state", "CLAIMED"))),
            new Write.Put(RUN, OWN, List.of(new Condition.Absent())));

    private final CannedAws aws = new CannedAws();
    private final DynamoStateStore store = new DynamoStateStore(aws.clients().dynamo(), "t", aws.attempts());

    private static CannedAws.Reply cancelled(String... reasons) {
        return CannedAws.json(
                400, "TransactionCanceledException", "\"CancellationReasons\":[" + String.join(",", reasons) + "]");
    }

    private static String reason(String code) {
        return "{\"Code\":\"" + code + "\"}";
    }

    @Test
    void aConflictIsNoAnswerAndTheSameTransactionIsSentAgainWithItsToken() {
        aws.then(
                cancelled(reason("None"), reason("TransactionConflict")),
                cancelled(reason("ThrottlingError"), reason("None")),
                CannedAws.json(400, "TransactionInProgressException", ""),
                CannedAws.lost(),
                CannedAws.json(500, "InternalServerError", ""),
                CannedAws.ok("{}"));

        assertThat(store.transact(DECIDE)).isEqualTo(new Outcome.Applied());
        assertThat(aws.sent()).hasSize(6);
        assertThat(aws.sent().stream().map(CannedAws.Sent::text).distinct())
                .as("the same bytes each time")
                .hasSize(1);
        assertThat(aws.sent().getFirst().json("ClientRequestToken")).hasSize(32);
        assertThat(aws.waits()).hasSize(5);
    }

    /// The broken twin calls `transact` again where the store should have: DynamoDB takes another token for another
    /// transaction, and an effect whose answer was lost happens twice.
    @Test
    void aTwinThatDrawsANewTokenForEachCallIsCaught() {
        aws.then(CannedAws.ok("{}"), CannedAws.ok("{}"));

        store.transact(DECIDE);
        store.transact(DECIDE);

        assertThat(aws.sent().stream()
                        .map(request -> request.json("ClientRequestToken"))
                        .distinct())
                .hasSize(2);
    }

    @Test
    void onlyAFailedConditionIsAnAnswerAndItBringsTheItem() {
        aws.then(cancelled(
                "{\"Code\":\"ConditionalCheckFailed\",\"Item\":{\"pk\":{\"S\":\"job#j\"},\"sk\":{\"S\":\"head\"},"
                        + "\"state\":{\"S\":\"IDLE\"},\"generation\":{\"N\":\"7\"}}}",
                reason("TransactionConflict")));

        assertThat(store.transact(DECIDE))
                .isEqualTo(new Outcome.Refused(
                        Map.of(HEAD, Item.EMPTY.with("state", "IDLE").with("generation", 7))));
        assertThat(aws.sent()).hasSize(1);
        assertThat(aws.sent().getFirst().text())
                .contains("\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\"")
                .contains("\"UpdateExpression\":\"SET #state = :v1 ADD #mark :v2 REMOVE #leaseUntil\"")
                .contains("\"ConditionExpression\":\"#state = :v0\"")
                .contains("\"ConditionExpression\":\"attribute_not_exists(pk)\"");
    }

    /// The caller sees its own effect in what was found.
    @Test
    void aWriteWhoseAnswerWasLostIsRefusedWithItsOwnItem() {
        aws.then(
                CannedAws.lost(),
                CannedAws.json(
                        400,
                        "ConditionalCheckFailedException",
                        "\"Item\":{\"pk\":{\"S\":\"job#j\"},\"sk\":{\"S\":\"run#R\"},\"state\":{\"S\":\"PUBLISHING\"}}"));

        assertThat(store.write(DECIDE.getLast())).isEqualTo(new Outcome.Refused(Map.of(RUN, OWN)));
        assertThat(aws.actions()).containsExactly("PutItem", "PutItem");
    }

    @Test
    void aStoreThatDoesNotAnswerIsUnavailableAfterTwelveCallsWithGrowingWaits() {
        aws.always(request -> CannedAws.json(400, "ProvisionedThroughputExceededException", ""));

        assertThatThrownBy(() -> store.get(HEAD))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("Cannot read the item job#j / head: after 12 calls")
                .hasMessageContaining("calling again is safe");
        assertThat(aws.sent()).hasSize(Attempts.MOST);
        assertThat(aws.waits()).hasSize(Attempts.MOST - 1).allMatch(wait -> wait.toMillis() <= 10_000);
        assertThat(aws.waits().getFirst()).isLessThanOrEqualTo(java.time.Duration.ofMillis(50));
    }

    @Test
    void whatNoRetryHelpsIsSaidAtOnce() {
        aws.then(
                CannedAws.json(400, "AccessDeniedException", ""),
                CannedAws.json(400, "ResourceNotFoundException", ""),
                CannedAws.json(400, "ValidationException", ""));

        assertThatThrownBy(() -> store.get(HEAD)).isInstanceOf(AwsAccessDeniedException.class);
        assertThatThrownBy(() -> store.get(HEAD))
                .isInstanceOf(StateTableMissingException.class)
                .hasMessageContaining("no DynamoDB table t ");
        assertThatThrownBy(() -> store.get(HEAD)).isInstanceOf(AwsRefusedException.class);
        assertThat(aws.sent()).hasSize(3);
        assertThat(aws.waits()).isEmpty();
    }

    @Test
    void everyReadIsConsistentAndAQueryGoesOnFromTheLastKey() {
        aws.then(
                CannedAws.ok("{}"),
                CannedAws.ok("{\"Items\":[{\"pk\":{\"S\":\"job#j\"},\"sk\":{\"S\":\"gen#1\"},\"n\":{\"N\":\"1\"}}],"
                        + "\"LastEvaluatedKey\":{\"pk\":{\"S\":\"job#j\"},\"sk\":{\"S\":\"gen#1\"}}}"),
                CannedAws.ok("{\"Items\":[{\"pk\":{\"S\":\"job#j\"},\"sk\":{\"S\":\"gen#2\"},\"n\":{\"N\":\"2\"}}]}"));

        assertThat(store.get(HEAD)).isEmpty();
        assertThat(store.query("job#j", "gen#")).hasSize(2);
        assertThat(aws.sent()).allMatch(request -> request.text().contains("\"ConsistentRead\":true"));
        assertThat(aws.sent().getLast().text())
                .contains("\"ExclusiveStartKey\":{")
                .contains("gen#1");
    }

    /// A person may write anything into a table; a fraction is none of our numbers and was an untyped fault.
    @Test
    void aNumberThatIsNotWholeIsNotOurs() {
        aws.then(CannedAws.ok("{\"Item\":{\"pk\":{\"S\":\"job#j\"},\"sk\":{\"S\":\"head\"},\"most\":{\"N\":\""
                + Long.MAX_VALUE + "\"},\"mark\":{\"N\":\"1.5\"},\"huge\":{\"N\":\"1E+40\"}}}"));

        assertThat(store.get(HEAD)).contains(Item.EMPTY.with("most", Long.MAX_VALUE));
    }
}
