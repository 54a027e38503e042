package dev.tidemark.integration.lambda;

import dev.tidemark.integration.JobAsset;
import dev.tidemark.integration.MotoStage;
import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.Column;
import software.amazon.awssdk.services.glue.model.Table;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/// The stage `dev` of `infra/stages/dev.yaml` on moto, and what other people do to it.
final class RecordedStage implements AutoCloseable {

    static final String LAKE = "my-lake-dev";

    private static final Path EXAMPLE = VirtualAws.HOUSE.resolve("examples/birdstrikes");

    private final MotoStage stage;
    private final S3Client s3;
    private final DynamoDbClient dynamo;
    private final GlueClient glue;
    private final List<String> template;

    RecordedStage(MotoServer moto) throws IOException {
        stage = new MotoStage(moto, "dev", LAKE);
        s3 = stage.s3();
        dynamo = stage.dynamo();
        glue = stage.glue();
        template = Files.readAllLines(EXAMPLE.resolve("lake/raw/birdstrikes/report_year=1995/strikes-q1.csv"));
    }

    /// The example's job file, with bad records set aside and few generations kept: neither changes what a role needs.
    void deploy() throws IOException {
        stage.createMachine("birdstrikes", "{\"StartAt\":\"Done\",\"States\":{\"Done\":{\"Type\":\"Succeed\"}}}");
        String file = Files.readString(EXAMPLE.resolve("job.yaml"))
                .replace("bookmark: enable", "bookmark: enable\nkeepGenerations: 1")
                .replace("    onSchemaChange:", "    onBadRecord: quarantine\n    onSchemaChange:");
        stage.deploy(JobAsset.of(file, Map.of("lake", "s3://" + LAKE)));
    }

    /// @see MotoStage#functionVariables()
    Map<String, String> functionVariables() {
        return stage.functionVariables();
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
        // Whoever drops a column on purpose says so.
        Map<String, String> parameters = new HashMap<>(table.parameters());
        parameters.remove("tidemark.columns");
        glue.updateTable(request -> request.databaseName("lake")
                .tableInput(input -> input.name("birdstrikes")
                        .tableType(table.tableType())
                        .parameters(parameters)
                        .partitionKeys(table.partitionKeys())
                        .storageDescriptor(table.storageDescriptor().toBuilder()
                                .columns(columns)
                                .build())));
    }

    /// Somebody who died afterwards published everything that is staged.
    void completeAllUploads() {
        for (String bucket : List.of(LAKE, stage.bucket())) {
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
        AttributeValue key = dynamo.query(request -> request.tableName(stage.table())
                        .keyConditionExpression("pk = :pk AND begins_with(sk, :sk)")
                        .expressionAttributeValues(Map.of(
                                ":pk", AttributeValue.fromS("job#birdstrikes"), ":sk", AttributeValue.fromS("run#"))))
                .items()
                .getFirst()
                .get("sk");
        String run = Objects.requireNonNull(key).s().substring("run#".length());
        write(stage.bucket(), "work/birdstrikes/segments/" + run + "-0000000000000000-9", new byte[] {1});
    }

    /// A run that holds the job, and of which Step Functions knows nothing; or nobody.
    void claim(boolean held) {
        dynamo.updateItem(request -> request.tableName(stage.table())
                .key(MotoStage.itemKey("birdstrikes", "head"))
                .updateExpression("SET #s = :s, runId = :r, leaseUntil = :l")
                .expressionAttributeNames(Map.of("#s", "state"))
                .expressionAttributeValues(Map.of(
                        ":s", AttributeValue.fromS(held ? "CLAIMED" : "IDLE"),
                        ":r", AttributeValue.fromS("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
                        ":l", AttributeValue.fromN(Long.toString(Long.MAX_VALUE / 2)))));
    }

    byte @Nullable [] object(String bucket, String key) {
        return stage.object(bucket, key);
    }

    void write(String bucket, String key, byte[] bytes) {
        stage.put(bucket, key, bytes);
    }

    @Override
    public void close() {
        stage.close();
    }
}
