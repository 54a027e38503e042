package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.functions.abort.AbortHandler;
import dev.tidemark.functions.commit.CommitHandler;
import dev.tidemark.functions.plan.PlanHandler;
import dev.tidemark.functions.process.ProcessHandler;
import dev.tidemark.functions.trigger.TriggerHandler;
import dev.tidemark.integration.CompareWithDuckDb;
import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.json.JobJson;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Outside;
import dev.tidemark.spi.Formats;
import dev.tidemark.testkit.MotoServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
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
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.DescribeExecutionResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;

/// The second judge: moto interprets the deployed file, the real handlers work on its S3, DynamoDB, Glue
/// and Step Functions.
@Tag("aws")
final class MotoStateMachineIT {

    private static final Path EXAMPLE = VirtualAws.HOUSE.resolve("examples/birdstrikes");
    private static final String LAKE = "lake";
    private static final String STATE = "state";
    private static final String TABLE = "tidemark-test";
    private static final String MACHINES = "arn:aws:states:eu-central-1:123456789012:stateMachine:tidemark-test-";
    private static final int MOST_LOOKS = 600;

    @TempDir
    private Path folder;

    private LambdaGateway gateway;
    private MotoServer moto;
    private S3Client s3;
    private DynamoDbClient dynamo;
    private SfnClient sfn;

    @BeforeEach
    void aDeployedStage() throws Exception {
        gateway = new LambdaGateway();
        moto = MotoServer.start(
                Path.of("target", "moto-logs", "MotoStateMachineIT.log"),
                Map.of("MOTO_PORT", Integer.toString(gateway.port())));
        gateway.to(moto.endpoint(), this::function);
        StaticCredentialsProvider anybody =
                StaticCredentialsProvider.create(AwsBasicCredentials.create("testing", "testing"));
        s3 = S3Client.builder()
                .endpointOverride(moto.endpoint())
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(anybody)
                .httpClient(UrlConnectionHttpClient.create())
                .forcePathStyle(true)
                .build();
        dynamo = DynamoDbClient.builder()
                .endpointOverride(moto.endpoint())
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(anybody)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        sfn = SfnClient.builder()
                .endpointOverride(moto.endpoint())
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(anybody)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        moto.executeStateMachines();
        for (String bucket : List.of(LAKE, STATE)) {
            s3.createBucket(request -> request.bucket(bucket)
                    .createBucketConfiguration(where -> where.locationConstraint("eu-central-1")));
        }
        dynamo.createTable(request -> request.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(List.of(text("pk"), text("sk")))
                .keySchema(List.of(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))));
        try (Stream<Path> walk = Files.walk(EXAMPLE.resolve("lake/raw"))) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                s3.putObject(
                        request -> request.bucket(LAKE)
                                .key(EXAMPLE.relativize(file).toString()),
                        RequestBody.fromFile(file));
            }
        }
        deploy();
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

    private void deploy() throws Exception {
        Formats formats = Formats.load();
        Job job = JobFile.read(
                        Files.readAllBytes(EXAMPLE.resolve("job.yaml")),
                        "job.yaml",
                        Map.of("lake", "s3://lake/lake"),
                        Map.of(),
                        "s3://nowhere/",
                        FormatCatalogue.of(
                                formats.readers().values(), formats.writers().values()))
                .job();
        byte[] bytes = JobJson.write(job);
        String file = "jobs/birdstrikes/"
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)) + ".json";
        s3.putObject(request -> request.bucket(STATE).key(file), RequestBody.fromBytes(bytes));
        dynamo.putItem(request -> request.tableName(TABLE)
                .item(Map.of(
                        "pk", AttributeValue.fromS("job#birdstrikes"),
                        "sk", AttributeValue.fromS("file"),
                        "file", AttributeValue.fromS(file))));
        // moto evaluates a ResultWriter's parameters on the Map's result, not on its input: it is given constants.
        String definition = VirtualAws.definition()
                .replaceAll("\\$\\{([A-Z][a-z]+)Function}", "$1")
                .replace(
                        "\"Bucket.$\": \"$.plan.answer.bucket\",\n          \"Prefix.$\": \"$.plan.answer.mapResults\"",
                        "\"Bucket\": \"" + STATE + "\", \"Prefix\": \"map\"");
        assertThat(definition).contains("\"Prefix\": \"map\"");
        sfn.createStateMachine(request -> request.name("tidemark-test-birdstrikes")
                .roleArn("arn:aws:iam::123456789012:role/any")
                .definition(definition));
    }

    @AfterEach
    void stop() {
        moto.close();
        gateway.close();
    }

    /// As Lambda starts a function that was idle: nothing is left of an earlier one.
    private Handler function(String name) {
        Path temporary;
        try {
            temporary = Files.createTempDirectory(folder, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> environment = new TreeMap<>(moto.environment());
        environment.putAll(Map.of(
                "TIDEMARK_STAGE", "test",
                "TIDEMARK_TABLE", TABLE,
                "TIDEMARK_BUCKET", STATE,
                "TIDEMARK_STATE_MACHINES", MACHINES,
                "TIDEMARK_JOB_ROLES", "arn:aws:iam::123456789012:role/tidemark-test-job-"));
        Supplier<Outside> outside = () -> new AwsOutside(environment, temporary);
        return switch (name) {
            case "Plan" -> new PlanHandler(outside);
            case "Process" -> new ProcessHandler(outside);
            case "Commit" -> new CommitHandler(outside);
            case "Abort" -> new AbortHandler(outside);
            default -> new TriggerHandler(outside);
        };
    }

    private JsonNode trigger(String body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        function("Trigger")
                .handleRequest(
                        new ByteArrayInputStream(Messages.batch(Instant.now(), List.of(body))
                                .toString()
                                .getBytes(StandardCharsets.UTF_8)),
                        out,
                        new LambdaCall("request", 900_000));
        return VirtualAws.json(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aScheduleRunsTheJobFileAndAnEventOfANewObjectRunsItAgain() throws Exception {
        assertThat(trigger(
                                "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"birdstrikes\",\"time\":\"2026-03-01T04:00:00Z\"}")
                        .path("batchItemFailures"))
                .isEmpty();
        DescribeExecutionResponse first = ended(1);
        assertThat(first.status()).as("%s", first).isEqualTo(ExecutionStatus.SUCCEEDED);
        assertThat(gateway.invoked()).containsSubsequence("Plan", "Process", "Plan", "Process", "Commit");
        assertThat(differences()).isEmpty();
        assertThat(s3.listMultipartUploads(request -> request.bucket(LAKE)).uploads())
                .isEmpty();
        int published = keys("lake/curated/").size();

        Path year = EXAMPLE.resolve("lake/raw/birdstrikes/report_year=1995");
        Path any;
        try (Stream<Path> files = Files.list(year)) {
            any = files.sorted().findFirst().orElseThrow();
        }
        String late = "lake/raw/birdstrikes/report_year=1995/zz-late.csv";
        s3.putObject(request -> request.bucket(LAKE).key(late), RequestBody.fromFile(any));
        assertThat(trigger(
                                "{\"detail-type\":\"Object Created\",\"detail\":{\"bucket\":{\"name\":\"lake\"},\"object\":{\"key\":\""
                                        + late + "\"}}}")
                        .path("batchItemFailures"))
                .isEmpty();
        assertThat(ended(2).status()).isEqualTo(ExecutionStatus.SUCCEEDED);
        assertThat(keys("lake/curated/")).hasSizeGreaterThan(published);
    }

    /// The last of so many executions, once all have ended.
    private DescribeExecutionResponse ended(int executions) throws InterruptedException {
        for (int look = 0; look < MOST_LOOKS; look++) {
            List<ExecutionListItem> all = sfn.listExecutions(
                            request -> request.stateMachineArn(MACHINES + "birdstrikes"))
                    .executions();
            assertThat(all).hasSizeLessThanOrEqualTo(executions);
            if (all.size() == executions && all.stream().noneMatch(one -> one.status() == ExecutionStatus.RUNNING)) {
                ExecutionListItem last = all.stream()
                        .max(java.util.Comparator.comparing(ExecutionListItem::startDate))
                        .orElseThrow();
                return sfn.describeExecution(request -> request.executionArn(last.executionArn()));
            }
            Thread.sleep(200);
        }
        throw new AssertionError("the execution does not end: " + gateway.invoked());
    }

    private List<String> keys(String prefix) {
        return s3.listObjectsV2(request -> request.bucket(LAKE).prefix(prefix)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    private List<String> differences() throws Exception {
        for (String key : keys("lake/curated/birdstrikes/")) {
            Path file = folder.resolve(key);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            s3.getObject(request -> request.bucket(LAKE).key(key), file);
        }
        return new CompareWithDuckDb(EXAMPLE.resolve("expected.sql"), folder.resolve("lake/curated/birdstrikes"))
                .differences();
    }
}
