package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import dev.tidemark.testkit.StateStoreContract;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@Tag("aws")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DynamoStateStoreIT extends StateStoreContract {

    private final AwsWorld world;
    private final DynamoDbClient client;
    private final AtomicInteger tables = new AtomicInteger();
    private StateStore store;

    DynamoStateStoreIT() throws IOException, InterruptedException {
        world = AwsWorld.start("DynamoStateStoreIT");
        client = world.clients().dynamo();
        store = newTable();
    }

    private StateStore newTable() {
        String table = "tidemark-" + tables.incrementAndGet();
        client.createTable(request -> request.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(List.of(text("pk"), text("sk")))
                .keySchema(List.of(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))));
        return new DynamoStateStore(client, table, world.attempts());
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    @BeforeEach
    void nextTable() {
        store = newTable();
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @Override
    protected StateStore store() {
        return store;
    }

    /// A page of a query is at most 1 MB.
    @Test
    void aQueryOfManyPagesFindsAll() {
        for (int i = 0; i < 30; i++) {
            store.write(new Write.Put(
                    new ItemKey("job#pages", "gen#%03d".formatted(i)),
                    Item.EMPTY.with("flows", "x".repeat(90_000)),
                    List.of()));
        }

        assertThat(store.query("job#pages", "gen#")).hasSize(30);
    }

    @Test
    void aMissingTableIsNamed() {
        StateStore elsewhere = new DynamoStateStore(client, "tidemark-nowhere", world.attempts());

        assertThatThrownBy(() -> elsewhere.get(new ItemKey("job#x", "head")))
                .isInstanceOf(StateTableMissingException.class)
                .hasMessageContaining("tidemark-nowhere")
                .hasMessageContaining("TIDEMARK_TABLE");
    }
}
