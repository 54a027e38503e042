package dev.tidemark.aws;

import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// State items in one DynamoDB table with the keys `pk` and `sk`, both text.
///
/// Every read is consistent. Of all errors only ConditionalCheckFailed is an answer; whatever else may pass is called
/// again, the same transaction with the same client request token, so that it takes effect once.
public final class DynamoStateStore implements StateStore {

    public static final int MOST_ITEM_BYTES = 100_000;
    public static final int MOST_WRITES = 100;

    private static final ReturnValuesOnConditionCheckFailure OLD = ReturnValuesOnConditionCheckFailure.ALL_OLD;
    private static final String FAILED = "ConditionalCheckFailed";

    private final DynamoDbClient client;
    private final String table;
    private final Attempts attempts;

    DynamoStateStore(DynamoDbClient client, String table, Attempts attempts) {
        this.client = client;
        this.table = table;
        this.attempts = attempts;
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        return call("read the item " + name(key), () -> {
            var answer = client.getItem(request ->
                    request.tableName(table).key(DynamoExpressions.key(key)).consistentRead(true));
            return answer.hasItem() ? Optional.of(DynamoExpressions.item(answer.item())) : Optional.<Item>empty();
        });
    }

    @Override
    public Map<ItemKey, Item> query(String pk, String skPrefix) {
        Map<ItemKey, Item> found = new LinkedHashMap<>();
        Map<String, AttributeValue> from = Map.of();
        do {
            QueryRequest request = page(pk, skPrefix, from);
            QueryResponse page =
                    call("read the items of " + pk + " that start with " + skPrefix, () -> client.query(request));
            page.items().forEach(item -> found.put(DynamoExpressions.keyOf(item), DynamoExpressions.item(item)));
            from = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
        } while (!from.isEmpty());
        return found;
    }

    private QueryRequest page(String pk, String skPrefix, Map<String, AttributeValue> from) {
        QueryRequest.Builder request = QueryRequest.builder().tableName(table).consistentRead(true);
        if (!from.isEmpty()) {
            request.exclusiveStartKey(from);
        }
        // A key cannot begin with nothing: begins_with refuses an empty text.
        if (skPrefix.isEmpty()) {
            request.keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", DynamoExpressions.string(pk)));
        } else {
            request.keyConditionExpression("pk = :pk AND begins_with(sk, :sk)")
                    .expressionAttributeValues(
                            Map.of(":pk", DynamoExpressions.string(pk), ":sk", DynamoExpressions.string(skPrefix)));
        }
        return request.build();
    }

    @Override
    public Outcome write(Write write) {
        checkSize(write);
        DynamoExpressions text = new DynamoExpressions(write);
        Map<String, AttributeValue> key = DynamoExpressions.key(write.key());
        return call("write the item " + name(write.key()), () -> {
            try {
                switch (write) {
                    case Write.Put put ->
                        client.putItem(request -> request.tableName(table)
                                .item(DynamoExpressions.stored(put.key(), put.item()))
                                .conditionExpression(text.condition())
                                .expressionAttributeNames(text.names())
                                .expressionAttributeValues(text.values())
                                .returnValuesOnConditionCheckFailure(OLD));
                    case Write.Update _ ->
                        client.updateItem(request -> request.tableName(table)
                                .key(key)
                                .updateExpression(text.update())
                                .conditionExpression(text.condition())
                                .expressionAttributeNames(text.names())
                                .expressionAttributeValues(text.values())
                                .returnValuesOnConditionCheckFailure(OLD));
                    case Write.Delete _ ->
                        client.deleteItem(request -> request.tableName(table)
                                .key(key)
                                .conditionExpression(text.condition())
                                .expressionAttributeNames(text.names())
                                .expressionAttributeValues(text.values())
                                .returnValuesOnConditionCheckFailure(OLD));
                }
                return new Outcome.Applied();
            } catch (ConditionalCheckFailedException refused) {
                return new Outcome.Refused(
                        refused.hasItem() ? Map.of(write.key(), DynamoExpressions.item(refused.item())) : Map.of());
            }
        });
    }

    @Override
    public Outcome transact(List<Write> writes) {
        if (writes.size() > MOST_WRITES
                || writes.stream().map(Write::key).distinct().count() < writes.size()) {
            throw new IllegalArgumentException(
                    "a transaction writes at most " + MOST_WRITES + " items, each once: " + writes);
        }
        writes.forEach(DynamoStateStore::checkSize);
        List<TransactWriteItem> items = writes.stream().map(this::item).toList();
        String token = "%016x%016x"
                .formatted(attempts.random().getAsLong(), attempts.random().getAsLong());
        String what = "write the items "
                + String.join(
                        ", ", writes.stream().map(write -> name(write.key())).toList());
        return call(what, () -> {
            try {
                client.transactWriteItems(
                        request -> request.transactItems(items).clientRequestToken(token));
                return new Outcome.Applied();
            } catch (TransactionCanceledException cancelled) {
                // DynamoDB gives one reason an item, in their order; the conditions that failed are the answer.
                List<CancellationReason> reasons = cancelled.cancellationReasons();
                if (reasons.stream().noneMatch(reason -> FAILED.equals(reason.code()))) {
                    throw cancelled;
                }
                return new Outcome.Refused(found(writes, reasons));
            }
        });
    }

    private static Map<ItemKey, Item> found(List<Write> writes, List<CancellationReason> reasons) {
        Map<ItemKey, Item> found = new HashMap<>();
        for (int i = 0; i < reasons.size(); i++) {
            if (reasons.get(i).hasItem() && !reasons.get(i).item().isEmpty()) {
                found.put(
                        writes.get(i).key(),
                        DynamoExpressions.item(reasons.get(i).item()));
            }
        }
        return found;
    }

    private TransactWriteItem item(Write write) {
        DynamoExpressions text = new DynamoExpressions(write);
        Map<String, AttributeValue> key = DynamoExpressions.key(write.key());
        return switch (write) {
            case Write.Put put ->
                TransactWriteItem.builder()
                        .put(item -> item.tableName(table)
                                .item(DynamoExpressions.stored(put.key(), put.item()))
                                .conditionExpression(text.condition())
                                .expressionAttributeNames(text.names())
                                .expressionAttributeValues(text.values())
                                .returnValuesOnConditionCheckFailure(OLD))
                        .build();
            // An update that changes nothing is a condition on an item that another write depends on.
            case Write.Update update
            when text.update() == null && update.conditions().contains(new Condition.Present()) ->
                TransactWriteItem.builder()
                        .conditionCheck(item -> item.tableName(table)
                                .key(key)
                                .conditionExpression(text.condition())
                                .expressionAttributeNames(text.names())
                                .expressionAttributeValues(text.values())
                                .returnValuesOnConditionCheckFailure(OLD))
                        .build();
            case Write.Update _ ->
                TransactWriteItem.builder()
                        .update(item -> item.tableName(table)
                                .key(key)
                                .updateExpression(text.update())
                                .conditionExpression(text.condition())
                                .expressionAttributeNames(text.names())
                                .expressionAttributeValues(text.values())
                                .returnValuesOnConditionCheckFailure(OLD))
                        .build();
            case Write.Delete _ ->
                TransactWriteItem.builder()
                        .delete(item -> item.tableName(table)
                                .key(key)
                                .conditionExpression(text.condition())
                                .expressionAttributeNames(text.names())
                                .expressionAttributeValues(text.values())
                                .returnValuesOnConditionCheckFailure(OLD))
                        .build();
        };
    }

    private <T> T call(String what, Supplier<T> call) {
        return attempts.call(what, () -> {
            try {
                return call.get();
            } catch (ResourceNotFoundException missing) {
                throw new StateTableMissingException(table, missing);
            }
        });
    }

    private static void checkSize(Write write) {
        long bytes = switch (write) {
            case Write.Put put -> put.item().sizeBytes();
            case Write.Update update -> new Item(update.setTexts(), update.setNumbers()).sizeBytes();
            case Write.Delete _ -> 0;
        };
        if (write instanceof Write.Put put
                && (put.item().has(DynamoExpressions.PK) || put.item().has(DynamoExpressions.SK))) {
            throw new IllegalArgumentException(write.key() + " has an attribute pk or sk: those are its key");
        }
        if (bytes > MOST_ITEM_BYTES) {
            throw new IllegalArgumentException(
                    write.key() + " would have " + bytes + " bytes, more than " + MOST_ITEM_BYTES);
        }
    }

    private static String name(ItemKey key) {
        return key.pk() + " / " + key.sk();
    }
}
