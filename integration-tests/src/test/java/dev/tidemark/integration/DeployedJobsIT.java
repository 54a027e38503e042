package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.json.JobJson;
import dev.tidemark.spi.Formats;
import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

/// The packaged command on jobs that are deployed, known by their names: against moto.
@Tag("aws")
final class DeployedJobsIT {

    private static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    private static final Path EXAMPLE = HOUSE.resolve("examples/birdstrikes");
    private static final Pattern RUN = Pattern.compile("\"runId\":\"([0-9A-Z]{26})\"");

    private final String stage = "t" + UUID.randomUUID().toString().substring(0, 8);
    private final String table = "tidemark-" + stage;
    private final String state = "tidemark-" + stage + "-123456789012-eu-central-1";
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private MotoServer moto;
    private S3Client s3;
    private DynamoDbClient dynamo;

    @BeforeEach
    void aStageWithOneJob() throws Exception {
        moto = MotoServer.start(Path.of("target", "moto-logs", "DeployedJobsIT.log"));
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
        s3.createBucket(request ->
                request.bucket(state).createBucketConfiguration(where -> where.locationConstraint("eu-central-1")));
        dynamo.createTable(request -> request.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(List.of(text("pk"), text("sk")))
                .keySchema(List.of(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))));
        deploy("birdstrikes");
    }

    @AfterEach
    void stop() {
        moto.close();
    }

    @Test
    void jobsOfAStageAreListedAlsoWhenOneIsDamaged() throws Exception {
        assertThat(call(0, "jobs", "list", "--stage", stage, "--json"))
                .isEqualTo(
                        ("{\"wire\":1,\"command\":\"jobs list\",\"stage\":\"%s\",\"jobs\":[{\"name\":\"birdstrikes\","
                                        + "\"state\":\"IDLE\",\"generation\":0,\"failures\":0,\"pending\":false,\"runId\":null}]}\n")
                                .formatted(stage));
        put("jobs/broken/x.json", "{");
        point("broken", "jobs/broken/x.json");
        assertThat(call(0, "jobs", "list", "--stage", stage))
                .contains("birdstrikes  IDLE  generation 0", "broken  cannot be read: ", "deploy the job again");
    }

    @Test
    void aDeployedJobIsKnownByItsNameAndOneThatIsNotIsRefused() throws Exception {
        assertThat(call(0, "bookmark", "show", "birdstrikes", "--on", "aws", "--stage", stage, "--json"))
                .contains("\"job\":\"birdstrikes\"", "\"generation\":0");
        assertThat(call(1, "bookmark", "show", "birdstrike", "--on", "aws", "--stage", stage, "--json"))
                .contains("JobNotDeployedException", "birdstrike");
        assertThat(call(2, "plan", "birdstrikes", "--on", "aws", "--stage", stage, "--set", "lake=x", "--json"))
                .contains("UsageException", "deployed");
    }

    @Test
    void startStartsTheStateMachineUnderTheRunsId() throws Exception {
        createStateMachine();
        String said = call(0, "start", "birdstrikes", "--stage", stage, "--bookmark", "pause", "--json");
        assertThat(said).contains("\"state\":\"STARTED\"");
        String execution = states("DescribeExecution", "{\"executionArn\":\"%s\"}".formatted(execution(run(said))));
        assertThat(execution)
                .contains("RUNNING", "{\\\"job\\\":\\\"birdstrikes\\\",\\\"request\\\":{\\\"mode\\\":\\\"pause\\\"}}");
    }

    @Test
    void startThatWaitsEndsAsTheRunDoes() throws Exception {
        createStateMachine();
        assertThat(waited("COMMITTED", 0)).contains("\"state\":\"COMMITTED\"");
        assertThat(waited("ABORTED", 1)).contains("\"state\":\"ABORTED\"");
        // The run was never claimed: another one holds the job.
        assertThat(waited("", 3)).contains("JobBusyException");
    }

    @Test
    void whoStartsAJobWithoutAStateMachineIsTold() throws Exception {
        assertThat(call(1, "start", "birdstrikes", "--stage", stage, "--json"))
                .contains("\"status\":\"FAILED\"", "start run");
    }

    /// Calls `start --wait`, lets the run end so, then its execution.
    private String waited(String ending, int exit) throws Exception {
        Path out = folder.resolve("waiting.json");
        Process process = command(out, "start", "birdstrikes", "--stage", stage, "--wait", "--json");
        String runId = started();
        if (!ending.isEmpty()) {
            dynamo.putItem(request -> request.tableName(table)
                    .item(Map.of(
                            "pk", AttributeValue.fromS("job#birdstrikes"),
                            "sk", AttributeValue.fromS("run#" + runId),
                            "state", AttributeValue.fromS(ending))));
        }
        String _ = states("StopExecution", "{\"executionArn\":\"%s\"}".formatted(execution(runId)));
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended in time").isTrue();
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(printed).isEqualTo(exit);
        return printed;
    }

    /// The run that is on its way.
    private String started() throws Exception {
        Pattern name = Pattern.compile("\"name\": ?\"([0-9A-Z]{26})\"");
        for (int i = 0; i < 300; i++) {
            Matcher found = name.matcher(states(
                    "ListExecutions",
                    "{\"stateMachineArn\":\"%s\",\"statusFilter\":\"RUNNING\"}".formatted(stateMachine())));
            if (found.find()) {
                return found.group(1);
            }
            // Until the command has started it; nothing else hangs on how long that takes.
            TimeUnit.MILLISECONDS.sleep(200);
        }
        throw new AssertionError("no execution was started");
    }

    private void createStateMachine() throws Exception {
        String _ = states(
                "CreateStateMachine",
                ("{\"name\":\"tidemark-%s-birdstrikes\",\"roleArn\":\"arn:aws:iam::123456789012:role/any\",\"definition\":"
                                + "\"{\\\"StartAt\\\":\\\"A\\\",\\\"States\\\":{\\\"A\\\":{\\\"Type\\\":\\\"Wait\\\","
                                + "\\\"Seconds\\\":900,\\\"End\\\":true}}}\"}")
                        .formatted(stage));
    }

    private String stateMachine() {
        return "arn:aws:states:eu-central-1:123456789012:stateMachine:tidemark-%s-birdstrikes".formatted(stage);
    }

    private String execution(String runId) {
        return stateMachine().replace(":stateMachine:", ":execution:") + ":" + runId;
    }

    private static String run(String printed) {
        Matcher found = RUN.matcher(printed);
        assertThat(found.find()).as(printed).isTrue();
        return found.group(1);
    }

    /// An action of Step Functions, which moto answers to whoever says that he signed.
    private String states(String action, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(moto.endpoint())
                        .header("Content-Type", "application/x-amz-json-1.0")
                        .header("X-Amz-Target", "AWSStepFunctions." + action)
                        .header(
                                "Authorization",
                                "AWS4-HMAC-SHA256 Credential=testing/20261130/eu-central-1/states/aws4_request,"
                                        + " SignedHeaders=host, Signature=any")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(action + ": " + answer.body()).isEqualTo(200);
        return answer.body();
    }

    /// As the deployment does it: the canonical file under its digest, and the item that points to it.
    private void deploy(String name) throws Exception {
        Formats formats = Formats.load();
        Job job = JobFile.read(
                        Files.readAllBytes(EXAMPLE.resolve("job.yaml")),
                        "job.yaml",
                        Map.of("lake", "s3://lake/"),
                        Map.of(),
                        "s3://" + state + "/",
                        FormatCatalogue.of(
                                formats.readers().values(), formats.writers().values()))
                .job();
        byte[] bytes = JobJson.write(job);
        String sha =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        String key = "jobs/" + name + "/" + sha + ".json";
        put(key, new String(bytes, StandardCharsets.UTF_8));
        point(name, key);
    }

    private void put(String key, String text) {
        s3.putObject(request -> request.bucket(state).key(key), RequestBody.fromString(text));
    }

    private void point(String job, String key) {
        dynamo.putItem(request -> request.tableName(table)
                .item(Map.of(
                        "pk", AttributeValue.fromS("job#" + job),
                        "sk", AttributeValue.fromS("file"),
                        "file", AttributeValue.fromS(key))));
    }

    private Process command(Path out, String... words) throws IOException {
        ProcessBuilder command = new ProcessBuilder(HOUSE.resolve("tidemark").toString())
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("err.txt").toFile());
        command.command().addAll(List.of(words));
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().putAll(moto.environment());
        return command.start();
    }

    private String call(int exit, String... words) throws IOException, InterruptedException {
        Path out = folder.resolve("out.json");
        Process process = command(out, words);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ended in time").isTrue();
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue())
                .as(printed + Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8))
                .isEqualTo(exit);
        return printed;
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
}
