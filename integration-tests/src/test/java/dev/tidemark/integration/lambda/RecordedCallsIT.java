package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.integration.asl.World;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records every call that the real handlers make, on moto and through the deployed state machine, as the roles that
/// they have in a stage. `infra` tries the synthesized roles with the very list that comes out here.
@Tag("aws")
final class RecordedCallsIT implements World {

    private static final Path LIST = VirtualAws.HOUSE.resolve("infra/src/test/resources/rights/birdstrikes.calls");

    @TempDir
    private Path folder;

    private MotoServer moto;
    private RecordedStage stage;
    private Functions functions;
    private final Random random = new Random(7);
    private Runnable beforeCommit = () -> {};
    private int runs;

    @BeforeEach
    void aStage() throws IOException, InterruptedException {
        moto = MotoServer.start(Path.of("target", "moto-logs", "RecordedCallsIT.log"));
        stage = new RecordedStage(moto);
        stage.deploy();
        Outside own = outside("own");
        Outside trigger = outside("trigger");
        functions = new Functions(name -> name.equals("Trigger") ? trigger : own);
    }

    @AfterEach
    void stop() {
        var _ = CallRecorder.stop();
        stage.close();
        moto.close();
    }

    /// A function's environment as the stack sets it, but for the credentials, which say whose it is.
    private Outside outside(String accessKey) throws IOException {
        Map<String, String> environment = new HashMap<>(stage.functionVariables());
        environment.put("AWS_ACCESS_KEY_ID", accessKey);
        return new AwsOutside(environment, Files.createDirectories(folder.resolve(accessKey)));
    }

    @Test
    void theCallsOfAJobsRunsAreThoseThatItsRolesAreTriedWith() throws IOException {
        CallRecorder.start();
        stage.put("report_year=1995/a.csv", 1);
        stage.put("report_year=1996/a.csv", 0);
        trigger("{\"wire\":1,\"kind\":\"start\",\"job\":\"birdstrikes\",\"request\":{}}");
        assertThat(run()).isEqualTo(Status.SUCCEEDED);
        assertThat(run()).as("nothing new").isEqualTo(Status.SUCCEEDED);

        stage.narrowTheTable();
        stage.put("report_year=1996/b.csv", 0);
        assertThat(run())
                .as("the table gets its columns back, and its partitions too")
                .isEqualTo(Status.SUCCEEDED);

        stage.put("report_year=1997/a.csv", 1);
        beforeCommit = () -> {
            throw new FunctionFailure("Runtime.ExitError", "the process is gone");
        };
        assertThat(run()).as("aborted").isEqualTo(Status.FAILED);

        beforeCommit = stage::completeAllUploads;
        assertThat(run()).as("published by somebody who died").isEqualTo(Status.SUCCEEDED);

        beforeCommit = () -> {};
        stage.leaveASegment();
        stage.claim(true);
        trigger("{\"wire\":1,\"kind\":\"sweep\"}");
        stage.claim(false);
        trigger("{\"wire\":1,\"kind\":\"sweep\"}");

        List<String> recorded = CallRecorder.stop();
        Files.write(Path.of("target", "birdstrikes.calls"), recorded);
        assertThat(recorded)
                .as(
                        "differs from infra's list: look at the roles, then copy integration-tests/target/birdstrikes.calls")
                .containsExactlyElementsOf(Files.readAllLines(LIST).stream()
                        .filter(line -> !line.startsWith("#"))
                        .toList());
    }

    private Status run() {
        String runId = RunIds.of(Instant.now(), "recorded " + runs++);
        ObjectNode input = VirtualAws.JSON.createObjectNode().put("job", "birdstrikes");
        input.putObject("request");
        return new StrictRunner(VirtualAws.definition(), this, random)
                .run(runId, input)
                .status();
    }

    private void trigger(String message) {
        JsonNode answer = invoke("${TriggerFunction}", VirtualAws.json(message));
        assertThat(answer.path("failed").asInt()).as(answer.toString()).isZero();
    }

    @Override
    public JsonNode invoke(String function, JsonNode payload) {
        String name = Functions.name(function);
        if (name.equals("Commit")) {
            beforeCommit.run();
        }
        return functions.call(name, payload, 0);
    }

    @Override
    public byte @Nullable [] object(String bucket, String key) {
        return stage.object(bucket, key);
    }

    @Override
    public void write(String bucket, String key, byte[] bytes) {
        stage.write(bucket, key, bytes);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    /// Nobody waits for anything here.
    @Override
    public void pass(Duration time) {}
}
