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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sfn.model.DescribeExecutionResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;

/// The packaged command on jobs that are deployed, known by their names: against moto.
@Tag("aws")
final class DeployedJobsIT {

    private static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    private static final Path EXAMPLE = HOUSE.resolve("examples/birdstrikes");
    private static final Pattern RUN = Pattern.compile("\"runId\":\"([0-9A-Z]{26})\"");

    @TempDir
    private Path folder;

    private MotoServer moto;
    private MotoStage stage;

    @BeforeEach
    void aStageWithOneJob() throws Exception {
        moto = MotoServer.start(Path.of("target", "moto-logs", "DeployedJobsIT.log"));
        stage = MotoStage.fresh(moto);
        stage.deploy(JobAsset.of(Files.readString(EXAMPLE.resolve("job.yaml")), Map.of("lake", "s3://lake/")));
    }

    @AfterEach
    void stop() {
        stage.close();
        moto.close();
    }

    @Test
    void jobsOfAStageAreListedAlsoWhenOneIsDamaged() throws Exception {
        assertThat(call(0, "jobs", "list", "--stage", stage.name(), "--json"))
                .isEqualTo(
                        ("{\"wire\":1,\"command\":\"jobs list\",\"stage\":\"%s\",\"jobs\":[{\"name\":\"birdstrikes\","
                                        + "\"state\":\"IDLE\",\"generation\":0,\"failures\":0,\"pending\":false,\"runId\":null}]}\n")
                                .formatted(stage.name()));
        stage.put(stage.bucket(), "jobs/broken/x.json", new byte[] {'{'});
        stage.point("broken", "jobs/broken/x.json");
        assertThat(call(0, "jobs", "list", "--stage", stage.name()))
                .contains("birdstrikes  IDLE  generation 0", "broken  cannot be read: ", "deploy the job again");
    }

    @Test
    void aDeployedJobIsKnownByItsNameAndOneThatIsNotIsRefused() throws Exception {
        assertThat(call(0, "bookmark", "show", "birdstrikes", "--on", "aws", "--stage", stage.name(), "--json"))
                .contains("\"job\":\"birdstrikes\"", "\"generation\":0");
        assertThat(call(1, "bookmark", "show", "birdstrike", "--on", "aws", "--stage", stage.name(), "--json"))
                .contains("JobNotDeployedException", "birdstrike");
        assertThat(call(2, "plan", "birdstrikes", "--on", "aws", "--stage", stage.name(), "--set", "lake=x", "--json"))
                .contains("UsageException", "deployed");
    }

    @Test
    void startStartsTheStateMachineUnderTheRunsId() throws Exception {
        createStateMachine();
        String said = call(0, "start", "birdstrikes", "--stage", stage.name(), "--bookmark", "pause", "--json");
        assertThat(said).contains("\"state\":\"STARTED\"");
        String arn = execution(run(said));
        DescribeExecutionResponse execution =
                stage.stepFunctions().describeExecution(request -> request.executionArn(arn));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(execution.input()).isEqualTo("{\"job\":\"birdstrikes\",\"request\":{\"mode\":\"pause\"}}");
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
        assertThat(call(1, "start", "birdstrikes", "--stage", stage.name(), "--json"))
                .contains("\"status\":\"FAILED\"", "start run");
    }

    /// Calls `start --wait`, lets the run end so, then its execution.
    private String waited(String ending, int exit) throws Exception {
        Path out = folder.resolve("waiting.json");
        Process process = command(out, "start", "birdstrikes", "--stage", stage.name(), "--wait", "--json");
        String runId = started();
        if (!ending.isEmpty()) {
            stage.putItem("birdstrikes", "run#" + runId, Map.of("state", AttributeValue.fromS(ending)));
        }
        stage.stepFunctions().stopExecution(request -> request.executionArn(execution(runId)));
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended in time").isTrue();
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(printed).isEqualTo(exit);
        return printed;
    }

    /// The run that is on its way.
    private String started() throws Exception {
        for (int i = 0; i < 300; i++) {
            List<ExecutionListItem> running = stage.stepFunctions()
                    .listExecutions(request -> request.stateMachineArn(stage.machines() + "birdstrikes")
                            .statusFilter(ExecutionStatus.RUNNING))
                    .executions();
            if (!running.isEmpty()) {
                return running.getFirst().name();
            }
            // Until the command has started it; nothing else hangs on how long that takes.
            TimeUnit.MILLISECONDS.sleep(200);
        }
        throw new AssertionError("no execution was started");
    }

    private void createStateMachine() {
        stage.createMachine(
                "birdstrikes",
                "{\"StartAt\":\"A\",\"States\":{\"A\":{\"Type\":\"Wait\",\"Seconds\":900,\"End\":true}}}");
    }

    private String execution(String runId) {
        return stage.machines().replace(":stateMachine:", ":execution:") + "birdstrikes:" + runId;
    }

    private static String run(String printed) {
        Matcher found = RUN.matcher(printed);
        assertThat(found.find()).as(printed).isTrue();
        return found.group(1);
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
}
