package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `memory` of a job file: a worker of that size, shared by all jobs that ask for it.
@Tag("aws")
final class WorkerMemoryIT {

    @TempDir
    private Path folder;

    private Synthesized stage(String name) throws IOException {
        return Synthesized.synthesize(Jobs.stage(folder, List.of("big", "small")), name);
    }

    private static String processOf(Synthesized stage, String job) {
        JsonNode machine =
                stage.resource("Jobs1", "AWS::StepFunctions::StateMachine", "StateMachineName", "tidemark-dev-" + job);
        String parameter =
                machine.at("/DefinitionSubstitutions/ProcessFunction/Ref").asText();
        return stage.template("Jobs1")
                .at("/Parameters/" + parameter + "/Default")
                .asText();
    }

    private static Policies machine(Synthesized stage, String job) {
        String role = stage.resources("Jobs1", "AWS::IAM::Role").keySet().stream()
                .filter(id -> id.startsWith(job + "MachineRole"))
                .findFirst()
                .orElseThrow();
        return Policies.ofRole(stage, "Jobs1", role);
    }

    private static Need invoke(String function) {
        return new Need(
                "lambda:InvokeFunction",
                "arn:aws:lambda:eu-central-1:123456789012:function:" + function + ":7",
                Map.of());
    }

    @Test
    void aJobThatAsksForMemoryHasWorkersOfThatSize() throws IOException {
        Jobs.file(folder, "big", "memory: 4GiB");
        Jobs.file(folder, "small", "");
        workersAreOfTheSizeThatTheirJobAsksFor(stage("memory"));
    }

    /// One `process` works for both.
    @Test
    void theTwinThatLeavesTheJobFilesMemoryAloneIsCaught() throws IOException {
        Jobs.file(folder, "big", "");
        Jobs.file(folder, "small", "");
        Synthesized twin = stage("memory-twin");
        assertThatThrownBy(() -> workersAreOfTheSizeThatTheirJobAsksFor(twin)).isInstanceOf(AssertionError.class);
    }

    private static void workersAreOfTheSizeThatTheirJobAsksFor(Synthesized stage) {
        JsonNode big = stage.resource("Pipeline", "AWS::Lambda::Function", "FunctionName", "tidemark-dev-process-4096");
        assertThat(big.path("MemorySize").asInt()).isEqualTo(4096);
        assertThat(big.path("Handler").asText()).isEqualTo("dev.tidemark.functions.process.ProcessHandler");
        assertThat(stage.resource("Pipeline", "AWS::Lambda::Function", "FunctionName", "tidemark-dev-process")
                        .path("MemorySize")
                        .asInt())
                .isEqualTo(1769);
        assertThat(processOf(stage, "big")).isEqualTo("/tidemark/dev/functions/process-4096");
        assertThat(processOf(stage, "small")).isEqualTo("/tidemark/dev/functions/process");

        assertThat(machine(stage, "big").allows(invoke("tidemark-dev-process-4096")))
                .isTrue();
        assertThat(machine(stage, "big").allows(invoke("tidemark-dev-process"))).isFalse();
        assertThat(machine(stage, "small").allows(invoke("tidemark-dev-process")))
                .isTrue();
        assertThat(machine(stage, "small").allows(invoke("tidemark-dev-process-4096")))
                .isFalse();
        String functions = stage.resources("Pipeline", "AWS::IAM::Role").entrySet().stream()
                .filter(role -> role.getValue().path("RoleName").asText().equals("tidemark-dev-functions"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        assertThat(Policies.ofRole(stage, "Pipeline", functions)
                        .allows(new Need(
                                "logs:PutLogEvents",
                                "arn:aws:logs:eu-central-1:123456789012:log-group:/aws/lambda/tidemark-dev-process-4096"
                                        + ":log-stream:x",
                                Map.of())))
                .isTrue();
        assertThat(stage.resources("Pipeline", "AWS::CloudWatch::Alarm").values())
                .anyMatch(alarm -> alarm.path("AlarmName").asText().equals("tidemark-dev-process-4096-errors"));
    }

    /// Nobody asks for it any more, and runs under way may still use it.
    @Test
    void aWorkerThatIsKeptStaysAlthoughNoJobAsksForIt() throws IOException {
        Jobs.file(folder, "big", "");
        Jobs.file(folder, "small", "");
        aWorkerOf4096IsThere(
                Synthesized.synthesize(Jobs.stage(folder, List.of("big", "small"), "[ 4096, 1769 ]"), "kept"));
    }

    /// The executed twin does not keep it.
    @Test
    void aTwinThatKeepsNoWorkerLosesIt() throws IOException {
        Jobs.file(folder, "big", "");
        Jobs.file(folder, "small", "");
        Synthesized twin = stage("not-kept");
        assertThatThrownBy(() -> aWorkerOf4096IsThere(twin)).isInstanceOf(AssertionError.class);
    }

    private static void aWorkerOf4096IsThere(Synthesized stage) {
        assertThat(stage.resources("Pipeline", "AWS::Lambda::Function").values())
                .extracting(function -> function.path("FunctionName").asText())
                .containsOnlyOnce("tidemark-dev-process-4096", "tidemark-dev-process");
    }

    @Test
    void memoryThatNoFunctionCanHaveIsRefused() throws IOException {
        Jobs.file(folder, "big", "memory: 11GiB");
        Jobs.file(folder, "small", "");

        assertThatThrownBy(() -> stage("too-much-memory"))
                .isInstanceOf(JobNotDeployableException.class)
                .hasMessageContaining("Job big cannot be deployed: its memory is 11264 MB")
                .hasMessageContaining("512 to 10240");
    }
}
