package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.CompareWithDuckDb;
import dev.tidemark.integration.JobAsset;
import dev.tidemark.integration.MotoStage;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.Handler;
import dev.tidemark.testkit.MotoServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sfn.model.DescribeExecutionResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;

/// The second judge: moto interprets the deployed file, the real handlers work on its S3, DynamoDB, Glue
/// and Step Functions.
@Tag("aws")
final class MotoStateMachineIT {

    private static final Path EXAMPLE = VirtualAws.HOUSE.resolve("examples/birdstrikes");
    private static final int MOST_LOOKS = 600;

    @TempDir
    private Path folder;

    private LambdaGateway gateway;
    private MotoServer moto;
    private MotoStage stage;

    @BeforeEach
    void aDeployedStage() throws Exception {
        gateway = new LambdaGateway();
        moto = MotoServer.start(
                Path.of("target", "moto-logs", "MotoStateMachineIT.log"),
                Map.of("MOTO_PORT", Integer.toString(gateway.port())));
        gateway.to(moto.endpoint(), this::function);
        moto.executeStateMachines();
        stage = new MotoStage(moto, "test", "lake");
        stage.putAll(EXAMPLE, "lake/raw");
        stage.deploy(JobAsset.of(Files.readString(EXAMPLE.resolve("job.yaml")), Map.of("lake", "s3://lake/lake")));
        // moto evaluates a ResultWriter's parameters on the Map's result, not on its input: it is given constants.
        String definition = VirtualAws.definition()
                .replaceAll("\\$\\{([A-Z][a-z]+)Function}", "$1")
                .replace(
                        "\"Bucket.$\": \"$.plan.answer.bucket\",\n          \"Prefix.$\": \"$.plan.answer.mapResults\"",
                        "\"Bucket\": \"" + stage.bucket() + "\", \"Prefix\": \"map\"");
        assertThat(definition).contains("\"Prefix\": \"map\"");
        stage.createMachine("birdstrikes", definition);
    }

    @AfterEach
    void stop() {
        stage.close();
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
        Map<String, String> environment = stage.functionVariables();
        return Functions.made(name, () -> new AwsOutside(environment, temporary));
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
        assertThat(stage.uploads()).isEmpty();
        int published = stage.etags("lake/curated/").size();

        Path year = EXAMPLE.resolve("lake/raw/birdstrikes/report_year=1995");
        Path any;
        try (Stream<Path> files = Files.list(year)) {
            any = files.sorted().findFirst().orElseThrow();
        }
        String late = "lake/raw/birdstrikes/report_year=1995/zz-late.csv";
        stage.put("lake", late, Files.readAllBytes(any));
        assertThat(trigger(
                                "{\"detail-type\":\"Object Created\",\"detail\":{\"bucket\":{\"name\":\"lake\"},\"object\":{\"key\":\""
                                        + late + "\"}}}")
                        .path("batchItemFailures"))
                .isEmpty();
        assertThat(ended(2).status()).isEqualTo(ExecutionStatus.SUCCEEDED);
        assertThat(stage.etags("lake/curated/")).hasSizeGreaterThan(published);
    }

    /// moto passes over a failed child, and so the run fails where its result is missing; the strict runner shows the
    /// chunk's own error (FailedRunScenarios). Nothing is left of it either way.
    @Test
    void aPoisonedChunkFailsTheRunAndLeavesNothing() throws Exception {
        String key = "lake/raw/birdstrikes/report_year=1995/strikes-q1.csv";
        String good = Files.readString(EXAMPLE.resolve(key));
        stage.put(
                "lake",
                key,
                good.replaceAll("\\d{4}-\\d{2}-\\d{2}", "yesterday").getBytes(StandardCharsets.UTF_8));
        JsonNode _ =
                trigger("{\"wire\":1,\"kind\":\"schedule\",\"job\":\"birdstrikes\",\"time\":\"2026-03-01T04:00:00Z\"}");
        DescribeExecutionResponse ended = ended(1);
        assertThat(ended.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(ended.error()).isEqualTo("dev.tidemark.run.ResultsMissingException");
        assertThat(trail(ended)).endsWith("ProcessChunks", "Commit", "Abort", "IsAborted", "Failed");
        JsonNode _ = trigger("{\"wire\":1,\"kind\":\"sweep\"}");
        assertThat(stage.uploads()).isEmpty();
        assertThat(stage.item("birdstrikes", "head")).containsEntry("state", AttributeValue.fromS("IDLE"));
        assertThat(stage.etags("lake/curated/")).isEmpty();
    }

    /// What an execution did.
    private record Gone(List<String> states, List<String> calls) {}

    /// A first run, one that finds nothing new, and one that finds a new object.
    @Test
    void bothJudgesGoThroughTheSameStatesAndMakeTheSameCalls() throws Exception {
        String late = "report_year=1995/zz-late.csv";
        String text = Files.readString(EXAMPLE.resolve("lake/raw/birdstrikes/report_year=1995/strikes-q1.csv"));

        List<Gone> moto = new ArrayList<>();
        for (int run = 1; run <= 3; run++) {
            if (run == 3) {
                stage.put("lake", "lake/raw/birdstrikes/" + late, text.getBytes(StandardCharsets.UTF_8));
            }
            gateway.messages().clear();
            JsonNode _ = trigger(
                    "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"birdstrikes\",\"time\":\"2026-03-0%dT04:00:00Z\"}"
                            .formatted(run));
            moto.add(new Gone(trail(ended(run)), List.copyOf(gateway.messages())));
        }
        assertThat(moto.get(1)).isNotEqualTo(moto.get(0));

        VirtualAws aws = new VirtualAws(new NeverTwice());
        Birdstrikes lake = new Birdstrikes(aws, Files.createDirectory(folder.resolve("strict")));
        List<String> calls = new ArrayList<>();
        aws.around = (function, payload, instance) -> {
            calls.add(Messages.outline(function, payload));
            return aws.direct(function, payload, instance);
        };
        List<Gone> strict = new ArrayList<>();
        for (int run = 1; run <= 3; run++) {
            if (run == 3) {
                lake.put(late, text);
            }
            calls.clear();
            strict.add(new Gone(aws.run(Birdstrikes.JOB).trail(), List.copyOf(calls)));
        }
        assertThat(strict).isEqualTo(moto);
    }

    /// Names of the states that an execution went through.
    private List<String> trail(DescribeExecutionResponse execution) {
        return stage
                .stepFunctions()
                .getExecutionHistory(request -> request.executionArn(execution.executionArn()))
                .events()
                .stream()
                .map(event -> event.stateEnteredEventDetails())
                .filter(Objects::nonNull)
                .map(state -> state.name())
                .toList();
    }

    /// The last of so many executions, once all have ended.
    private DescribeExecutionResponse ended(int executions) throws InterruptedException {
        for (int look = 0; look < MOST_LOOKS; look++) {
            List<ExecutionListItem> all = stage.stepFunctions()
                    .listExecutions(request -> request.stateMachineArn(stage.machines() + "birdstrikes"))
                    .executions();
            assertThat(all).hasSizeLessThanOrEqualTo(executions);
            if (all.size() == executions && all.stream().noneMatch(one -> one.status() == ExecutionStatus.RUNNING)) {
                ExecutionListItem last = all.stream()
                        .max(Comparator.comparing(ExecutionListItem::startDate))
                        .orElseThrow();
                return stage.stepFunctions().describeExecution(request -> request.executionArn(last.executionArn()));
            }
            Thread.sleep(200);
        }
        throw new AssertionError("the execution does not end: " + gateway.invoked());
    }

    private List<String> differences() throws Exception {
        var _ = stage.download("lake/curated/birdstrikes/", folder);
        return new CompareWithDuckDb(EXAMPLE.resolve("expected.sql"), folder.resolve("lake/curated/birdstrikes"))
                .differences();
    }
}
