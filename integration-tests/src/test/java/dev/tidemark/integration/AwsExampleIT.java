package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.Partition;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The packaged command runs birdstrikes' job file, byte for byte, with `lake` in S3: `--on aws` against moto.
@Tag("aws")
final class AwsExampleIT {

    private static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    private static final Path EXAMPLE = HOUSE.resolve("examples/birdstrikes");

    private static final Map<String, AttributeValue> HEAD =
            Map.of("pk", AttributeValue.fromS("job#birdstrikes"), "sk", AttributeValue.fromS("head"));

    /// A stage and buckets of its own: where S3 is not this test's moto, those of earlier tests are still there.
    private final String stage = "t" + UUID.randomUUID().toString().substring(0, 8);

    private final String bucket = "lake-" + stage;

    /// Named as the command derives them from stage, account (moto's own) and region.
    private final String table = "tidemark-" + stage;

    private final String state = "tidemark-" + stage + "-123456789012-eu-central-1";

    @TempDir
    private Path folder;

    private MotoServer moto;
    private S3Client s3;
    private DynamoDbClient dynamo;

    @BeforeEach
    void aStageAndALake() throws IOException, InterruptedException {
        moto = MotoServer.start(Path.of("target", "moto-logs", "AwsExampleIT.log"));
        StaticCredentialsProvider anybody =
                StaticCredentialsProvider.create(AwsBasicCredentials.create("testing", "testing"));
        s3 = S3Client.builder()
                .endpointOverride(moto.endpoint("S3"))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(anybody)
                .httpClient(UrlConnectionHttpClient.create())
                .forcePathStyle(true)
                .build();
        dynamo = DynamoDbClient.builder()
                .endpointOverride(moto.endpoint("DYNAMODB"))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(anybody)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        for (String each : List.of(bucket, state)) {
            s3.createBucket(request ->
                    request.bucket(each).createBucketConfiguration(where -> where.locationConstraint("eu-central-1")));
        }
        dynamo.createTable(request -> request.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(List.of(text("pk"), text("sk")))
                .keySchema(List.of(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))));
        try (Stream<Path> walk = Files.walk(EXAMPLE.resolve("lake/raw"))) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                s3.putObject(
                        request -> request.bucket(bucket)
                                .key(EXAMPLE.relativize(file).toString()),
                        RequestBody.fromFile(file));
            }
        }
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

    @AfterEach
    void stop() {
        moto.close();
    }

    @Test
    void theSameJobFileMakesInS3WhatDuckDbMakesAndASecondRunHasNothingToDo() throws Exception {
        assertThat(run(0))
                .contains("\"status\":\"COMMITTED\"", "\"s3.CreateMultipartUpload\":12,", "\"s3.UploadPart\":12")
                .doesNotContain("\"usd\":0,", "\"usd\":0.0,");

        assertThat(download("lake/curated/birdstrikes/")).hasSizeGreaterThan(10);
        assertThat(differences()).isEmpty();
        assertThat(s3.listMultipartUploads(request -> request.bucket(bucket)).uploads())
                .isEmpty();
        assertThat(registered()).containsExactlyInAnyOrderElementsOf(folders());

        Map<String, String> published = etags();
        assertThat(run(0)).contains("\"status\":\"NOTHING_TO_DO\"");
        assertThat(etags()).isEqualTo(published);

        // A new object is the next run's only one.
        s3.putObject(
                request -> request.bucket(bucket).key("lake/raw/birdstrikes/report_year=1995/zz-late.csv"),
                RequestBody.fromFile(anyFile("report_year=1995")));
        assertThat(run(0)).contains("\"status\":\"COMMITTED\"", "\"new\":1,", "\"alreadyProcessed\":44,");
    }

    /// The broken twin: a published file that is left out of the comparison is missed.
    @Test
    void aTwinThatLosesOnePublishedFileIsCaught() throws Exception {
        run(0);
        String lost = etags().keySet().iterator().next();
        s3.deleteObject(request -> request.bucket(bucket).key(lost));

        download("lake/curated/birdstrikes/");
        assertThat(differences()).isNotEmpty();
    }

    @Test
    void whileAnotherRunHoldsTheJobNothingIsDoneAndAMarkIsLeft() throws Exception {
        dynamo.putItem(request -> request.tableName(table).item(head(Long.MAX_VALUE / 2)));

        assertThat(run(3)).contains("\"status\":\"BUSY\"", "01ARZ3NDEKTSV4RRFFQ69G5FAV");
        assertThat(dynamo.getItem(request -> request.tableName(table).key(HEAD)).item())
                .containsEntry("mark", AttributeValue.fromN("1"));
        assertThat(etags()).isEmpty();
    }

    /// A shell that was killed: its lease is over, nobody renews it.
    @Test
    void aDeadClaimIsTakenOver() throws Exception {
        dynamo.putItem(request -> request.tableName(table).item(head(1)));
        dynamo.putItem(request -> request.tableName(table)
                .item(Map.of(
                        "pk", AttributeValue.fromS("job#birdstrikes"),
                        "sk", AttributeValue.fromS("run#01ARZ3NDEKTSV4RRFFQ69G5FAV"),
                        "state", AttributeValue.fromS("CLAIMED"))));

        assertThat(run(0)).contains("\"status\":\"COMMITTED\"");
    }

    private static Map<String, AttributeValue> head(long leaseUntil) {
        Map<String, AttributeValue> head = new TreeMap<>(HEAD);
        head.put("state", AttributeValue.fromS("CLAIMED"));
        head.put("runId", AttributeValue.fromS("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
        head.put("generation", AttributeValue.fromN("0"));
        head.put("leaseUntil", AttributeValue.fromN(Long.toString(leaseUntil)));
        return head;
    }

    private static Path anyFile(String year) throws IOException {
        try (Stream<Path> files =
                Files.list(EXAMPLE.resolve("lake/raw/birdstrikes").resolve(year))) {
            return files.sorted().findFirst().orElseThrow();
        }
    }

    /// @return what the command printed
    private String run(int exit) throws IOException, InterruptedException {
        Path out = folder.resolve("out.json");
        Path err = folder.resolve("err.txt");
        ProcessBuilder command = new ProcessBuilder(
                        HOUSE.resolve("tidemark").toString(),
                        "run",
                        EXAMPLE.resolve("job.yaml").toString(),
                        "--on",
                        "aws",
                        "--stage",
                        stage,
                        "--set",
                        "lake=s3://" + bucket + "/lake",
                        "--json")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().putAll(moto.environment());
        Process process = command.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("ended in time").isTrue();
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue())
                .as(printed + Files.readString(err, StandardCharsets.UTF_8))
                .isEqualTo(exit);
        return printed;
    }

    private Map<String, String> etags() {
        Map<String, String> etags = new TreeMap<>();
        for (S3Object object : s3.listObjectsV2(
                        request -> request.bucket(bucket).prefix("lake/curated/"))
                .contents()) {
            etags.put(object.key(), object.eTag());
        }
        return etags;
    }

    private List<String> download(String prefix) throws IOException {
        List<String> keys =
                etags().keySet().stream().filter(key -> key.startsWith(prefix)).toList();
        for (String key : keys) {
            Path file = folder.resolve(key);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            s3.getObject(request -> request.bucket(bucket).key(key), file);
        }
        return keys;
    }

    private List<String> differences() throws Exception {
        return new CompareWithDuckDb(EXAMPLE.resolve("expected.sql"), folder.resolve("lake/curated/birdstrikes"))
                .differences();
    }

    private List<String> folders() {
        return etags().keySet().stream()
                .map(key -> "s3://" + bucket + "/" + key.substring(0, key.lastIndexOf('/') + 1))
                .distinct()
                .toList();
    }

    private List<String> registered() {
        try (GlueClient glue = GlueClient.builder()
                .endpointOverride(moto.endpoint("GLUE"))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("testing", "testing")))
                .httpClient(UrlConnectionHttpClient.create())
                .build()) {
            return glue
                    .getPartitions(request -> request.databaseName("lake").tableName("birdstrikes"))
                    .partitions()
                    .stream()
                    .map(Partition::storageDescriptor)
                    .map(storage -> storage.location())
                    .toList();
        }
    }
}
