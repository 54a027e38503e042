package dev.tidemark.integration.lambda;

import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.json.JobJson;
import dev.tidemark.spi.Formats;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.Column;
import software.amazon.awssdk.services.glue.model.Table;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.sfn.SfnClient;

/// The stage `dev` of `infra/stages/dev.yaml` on moto, and what other people do to it.
final class RecordedStage implements AutoCloseable {

    static final String LAKE = "my-lake-dev";
    static final String STATE = "tidemark-dev-123456789012-eu-central-1";
    static final String TABLE = "tidemark-dev";
    static final String MACHINES = "arn:aws:states:eu-central-1:123456789012:stateMachine:tidemark-dev-";

    private static final Path EXAMPLE = VirtualAws.HOUSE.resolve("examples/birdstrikes");
    private static final Map<String, AttributeValue> HEAD =
            Map.of("pk", AttributeValue.fromS("job#birdstrikes"), "sk", AttributeValue.fromS("head"));

    private final URI endpoint;
    private final S3Client s3;
    private final DynamoDbClient dynamo;
    private final GlueClient glue;
    private final SfnClient machines;
    private final List<String> template;

    RecordedStage(URI endpoint) throws IOException {
        this.endpoint = endpoint;
        s3 = client(S3Client.builder().forcePathStyle(true));
        dynamo = client(DynamoDbClient.builder());
        glue = client(GlueClient.builder());
        machines = client(SfnClient.builder());
        template = Files.readAllLines(EXAMPLE.resolve("lake/raw/birdstrikes/report_year=1995/strikes-q1.csv"));
    }

    private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C client(B builder) {
        return builder.endpointOverride(endpoint)
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("bystander", "x")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /// The example's job file, with bad records set aside and few generations kept: neither changes what a role needs.
    void deploy() throws IOException {
        for (String bucket : List.of(LAKE, STATE)) {
            s3.createBucket(request -> request.bucket(bucket)
                    .createBucketConfiguration(where -> where.locationConstraint("eu-central-1")));
        }
        dynamo.createTable(request -> request.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(List.of(text("pk"), text("sk")))
                .keySchema(List.of(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))));
        machines.createStateMachine(request -> request.name("tidemark-dev-birdstrikes")
                .roleArn("arn:aws:iam::123456789012:role/machine")
                .definition("{\"StartAt\":\"Done\",\"States\":{\"Done\":{\"Type\":\"Succeed\"}}}"));
        Formats formats = Formats.load();
        String file = Files.readString(EXAMPLE.resolve("job.yaml"))
                .replace("bookmark: enable", "bookmark: enable\nkeepGenerations: 1")
                .replace("    onSchemaChange:", "    onBadRecord: quarantine\n    onSchemaChange:");
        Job job = JobFile.read(
                        file.getBytes(StandardCharsets.UTF_8),
                        "job.yaml",
                        Map.of("lake", "s3://" + LAKE),
                        Map.of(),
                        "s3://nowhere/",
                        FormatCatalogue.of(
                                formats.readers().values(), formats.writers().values()))
                .job();
        byte[] bytes = JobJson.write(job);
        String key = "jobs/birdstrikes/" + VirtualAws.sha256(bytes) + ".json";
        write(STATE, key, bytes);
        dynamo.putItem(request -> request.tableName(TABLE)
                .item(Map.of(
                        "pk", AttributeValue.fromS("job#birdstrikes"),
                        "sk", AttributeValue.fromS("file"),
                        "file", AttributeValue.fromS(key))));
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

    /// @param bad records that are none, at the end
    void put(String name, int bad) {
        String text =
                template.stream().limit(4).collect(Collectors.joining("\n", "", "\n")) + "one field\n".repeat(bad);
        write(LAKE, "raw/birdstrikes/" + name, text.getBytes(StandardCharsets.UTF_8));
    }

    /// Somebody changes the table: a column less, and another too narrow.
    void narrowTheTable() {
        Table table = glue.getTable(request -> request.databaseName("lake").name("birdstrikes"))
                .table();
        List<Column> columns = table.storageDescriptor().columns().stream()
                .filter(column -> !column.name().equals("cost_other"))
                .map(column -> column.name().equals("cost_total")
                        ? column.toBuilder().type("int").build()
                        : column)
                .toList();
        glue.updateTable(request -> request.databaseName("lake")
                .tableInput(input -> input.name("birdstrikes")
                        .tableType(table.tableType())
                        .parameters(table.parameters())
                        .partitionKeys(table.partitionKeys())
                        .storageDescriptor(table.storageDescriptor().toBuilder()
                                .columns(columns)
                                .build())));
    }

    /// Somebody who died afterwards published everything that is staged.
    void completeAllUploads() {
        for (String bucket : List.of(LAKE, STATE)) {
            s3.listMultipartUploads(request -> request.bucket(bucket)).uploads().forEach(upload -> {
                List<CompletedPart> parts = s3
                        .listParts(request ->
                                request.bucket(bucket).key(upload.key()).uploadId(upload.uploadId()))
                        .parts()
                        .stream()
                        .map(part -> CompletedPart.builder()
                                .partNumber(part.partNumber())
                                .eTag(part.eTag())
                                .build())
                        .toList();
                s3.completeMultipartUpload(request -> request.bucket(bucket)
                        .key(upload.key())
                        .uploadId(upload.uploadId())
                        .multipartUpload(all -> all.parts(parts)));
                // moto remembers whose object it is and would complete it again; S3 answers NoSuchUpload.
                write(bucket, upload.key(), Objects.requireNonNull(object(bucket, upload.key())));
            });
        }
    }

    /// A segment of a run that ended, which no generation names.
    void leaveASegment() {
        AttributeValue key = dynamo.query(request -> request.tableName(TABLE)
                        .keyConditionExpression("pk = :pk AND begins_with(sk, :sk)")
                        .expressionAttributeValues(Map.of(
                                ":pk", AttributeValue.fromS("job#birdstrikes"), ":sk", AttributeValue.fromS("run#"))))
                .items()
                .getFirst()
                .get("sk");
        String run = Objects.requireNonNull(key).s().substring("run#".length());
        write(STATE, "work/birdstrikes/segments/" + run + "-0000000000000000-9", new byte[] {1});
    }

    /// A run that holds the job, and of which Step Functions knows nothing; or nobody.
    void claim(boolean held) {
        dynamo.updateItem(request -> request.tableName(TABLE)
                .key(HEAD)
                .updateExpression("SET #s = :s, runId = :r, leaseUntil = :l")
                .expressionAttributeNames(Map.of("#s", "state"))
                .expressionAttributeValues(Map.of(
                        ":s", AttributeValue.fromS(held ? "CLAIMED" : "IDLE"),
                        ":r", AttributeValue.fromS("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
                        ":l", AttributeValue.fromN(Long.toString(Long.MAX_VALUE / 2)))));
    }

    byte @Nullable [] object(String bucket, String key) {
        try {
            return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key))
                    .asByteArray();
        } catch (NoSuchKeyException none) {
            return null;
        }
    }

    void write(String bucket, String key, byte[] bytes) {
        s3.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromBytes(bytes));
    }

    @Override
    public void close() {
        s3.close();
        dynamo.close();
        glue.close();
        machines.close();
    }
}
