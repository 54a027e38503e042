package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `.ci/deploy` and its `.ci/check-workers`, in a folder of their own, with commands `aws` and `cdk` that answer what a
/// test has them answer and write down what they are asked.
final class CheckWorkersTest {

    private static final String OLD = "\"arn:aws:lambda:x:1:function:tidemark-dev-process-4096:7\"";
    private static final String NEW = "\"arn:aws:lambda:x:1:function:tidemark-dev-process-2048:1\"";

    @TempDir
    private Path folder;

    /// What `aws` answers: workers that are there, the definition that the job's state machine has, and that of the run
    /// that is under way, if any.
    private record Account(String workers, String definition, String ofTheRun) {}

    /// @param said everything that was printed
    private record Deployed(int exit, String said, List<String> asked) {
        boolean done() {
            return exit == 0 && asked.stream().anyMatch(line -> line.startsWith("cdk deploy"));
        }
    }

    /// @param workers of the assembly that is deployed
    private Deployed deploy(Account account, String workers, boolean twin) throws IOException, InterruptedException {
        Path log = Files.writeString(folder.resolve("log"), "");
        Path ci = Files.createDirectories(folder.resolve(".ci"));
        Path assembly = Files.createDirectories(folder.resolve("infra/target/cdk.out/assembly-dev"));
        Files.writeString(
                assembly.resolve("devPipeline.template.json"),
                "{ \"FunctionName\": \"tidemark-dev-process\"" + workers + "}");
        for (String script : List.of("deploy", "check-workers")) {
            Files.copy(
                    Synthesized.HOUSE.resolve(".ci/" + script),
                    ci.resolve(script),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        if (twin) {
            script(ci.resolve("check-workers"), "true");
        }
        script(ci.resolve("node-tool"), "echo '" + folder + "'");
        script(ci.resolve("prune-versions"), "true");
        script(folder.resolve("cdk"), "echo \"cdk $*\" >> '" + log + "'");
        script(folder.resolve("aws"), """
                echo "aws $1 $2" >> '%s'
                case $2 in
                    list-functions) printf '%%s\\n' '%s' ;;
                    list-state-machines) echo 'arn:aws:states:x:1:stateMachine:tidemark-dev-big' ;;
                    describe-state-machine) echo '%s' ;;
                    list-executions) echo '%s' ;;
                    describe-state-machine-for-execution) echo '%s' ;;
                    *) exit 1 ;;
                esac
                """.formatted(
                        log,
                        account.workers,
                        account.definition,
                        account.ofTheRun.isEmpty() ? "" : "arn:aws:states:x:1:execution:tidemark-dev-big:01RUN",
                        account.ofTheRun));
        ProcessBuilder script = new ProcessBuilder(ci.resolve("deploy").toString(), "dev")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        script.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        Process process = script.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Deployed(process.exitValue(), Files.readString(folder.resolve("out")), Files.readAllLines(log));
    }

    private static void script(Path file, String body) throws IOException {
        Path _ = Files.writeString(file, "#!/usr/bin/env bash\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static String worker(int mb) {
        return ", \"FunctionName\": \"tidemark-dev-process-" + mb + "\"";
    }

    @Test
    void aWorkerThatAStateMachineNamesIsNotDeleted() throws Exception {
        Deployed refused = deploy(new Account("tidemark-dev-process-4096", OLD, ""), worker(2048), false);
        assertThat(refused.done()).isFalse();
        assertThat(refused.asked).noneMatch(line -> line.startsWith("cdk"));
        assertThat(refused.said)
                .contains(
                        "would delete the worker tidemark-dev-process-4096, and the state machine tidemark-dev-big names it",
                        "keepWorkers: [ 4096 ] in infra/stages/dev.yaml");
    }

    @Test
    void aWorkerThatARunUsesIsNotDeleted() throws Exception {
        Deployed refused = deploy(
                new Account("tidemark-dev-process-2048\ttidemark-dev-process-4096", NEW, OLD), worker(2048), false);
        assertThat(refused.done()).isFalse();
        assertThat(refused.said).contains("run 01RUN of tidemark-dev-big uses it", "keepWorkers: [ 4096 ]");
    }

    @Test
    void aWorkerThatIsKeptOrThatNobodyUsesIsInNobodysWay() throws Exception {
        Deployed kept = deploy(new Account("tidemark-dev-process-4096", OLD, OLD), worker(2048) + worker(4096), false);
        assertThat(kept.done()).as(kept.said).isTrue();
        assertThat(kept.asked)
                .containsSubsequence("aws lambda list-functions")
                .noneMatch(line -> line.contains("states"));
        Deployed unused = deploy(new Account("tidemark-dev-process-4096", NEW, NEW), worker(2048), false);
        assertThat(unused.done()).as(unused.said).isTrue();
        assertThat(unused.said).contains("no state machine names it and no run uses it");
        Deployed first = deploy(new Account("", "", ""), worker(2048), false);
        assertThat(first.done()).as(first.said).isTrue();
    }

    /// A worker of 409 MB would be no part of one of 4096.
    @Test
    void namesAreComparedWhole() throws Exception {
        Deployed refused =
                deploy(new Account("tidemark-dev-process-409", OLD.replace("4096", "409"), ""), worker(4096), false);
        assertThat(refused.done()).isFalse();
        assertThat(refused.said).contains("keepWorkers: [ 409 ]");
    }

    /// The executed twin deploys without a look, and the worker is gone.
    @Test
    void aTwinThatLooksAtNothingDeploys() throws Exception {
        assertThat(deploy(new Account("tidemark-dev-process-4096", OLD, OLD), worker(2048), true)
                        .done())
                .isTrue();
    }
}
