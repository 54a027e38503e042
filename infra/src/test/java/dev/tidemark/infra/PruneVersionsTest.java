package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `.ci/prune-versions` with a command `aws` that writes down what it is asked.
final class PruneVersionsTest {

    @TempDir
    private Path folder;

    private static final String OLD = "2026-01-31T12:00:00.000+0000";

    private List<String> deleted(String versions) throws IOException, InterruptedException {
        return deleted(versions, OLD, "", "");
    }

    /// @param versions   separated by tabs
    /// @param modified   when all of them were made
    /// @param definition of the job's state machine
    /// @param ofTheRun   the definition that the run under way began with; empty where there is none
    private List<String> deleted(String versions, String modified, String definition, String ofTheRun)
            throws IOException, InterruptedException {
        String lines = versions.isEmpty()
                ? ""
                : versions.lines()
                        .flatMap(line -> Stream.of(line.split("\t", -1)))
                        .map(version -> version + "\\t" + modified + "\\n")
                        .collect(Collectors.joining());
        Path log = folder.resolve("log");
        Files.deleteIfExists(log);
        Files.createFile(log);
        Path aws = folder.resolve("aws");
        Files.writeString(aws, """
                #!/usr/bin/env bash
                case $2 in
                    list-functions) printf 'tidemark-dev-process-4096\n' ;;
                    list-versions-by-function) printf '%s' ;;
                    delete-function) echo "$4 $6" >> '%s' ;;
                    list-state-machines) echo 'arn:aws:states:x:1:stateMachine:tidemark-dev-big' ;;
                    describe-state-machine) echo '%s' ;;
                    list-executions) echo '%s' ;;
                    describe-state-machine-for-execution) echo '%s' ;;
                    *) exit 1 ;;
                esac
                """.formatted(
                        lines,
                        log,
                        definition,
                        ofTheRun.isEmpty() ? "" : "arn:aws:states:x:1:execution:tidemark-dev-big:01RUN",
                        ofTheRun));
        assertThat(aws.toFile().setExecutable(true)).isTrue();
        ProcessBuilder script = new ProcessBuilder(
                        Synthesized.HOUSE.resolve(".ci/prune-versions").toString(), "dev")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        script.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        Process process = script.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("out")))
                .isZero();
        return Files.readAllLines(log);
    }

    @Test
    void theLastFiveStayByNumberAndNotByText() throws Exception {
        assertThat(deleted("11\t2\t3\t10\t9\t8\t1"))
                .hasSize(2 * (StageNames.FUNCTIONS.size() + 1))
                .contains(
                        "tidemark-dev-process-4096 2",
                        "tidemark-dev-plan 1",
                        "tidemark-dev-plan 2",
                        "tidemark-dev-trigger 1")
                .noneMatch(line -> line.endsWith(" 3") || line.endsWith(" 11"));
    }

    private static String names(String function, int version) {
        return "\"arn:aws:lambda:x:1:function:tidemark-dev-" + function + ":" + version + "\"";
    }

    /// A run goes on with the versions that it began with.
    @Test
    void whatAStateMachineOrARunNamesStays() throws Exception {
        List<String> deleted = deleted("1\t2\t3\t4\t5\t6\t7\t12", OLD, names("plan", 1), names("process", 2));
        assertThat(deleted)
                .contains("tidemark-dev-plan 2", "tidemark-dev-process 1", "tidemark-dev-process-4096 2")
                .doesNotContain("tidemark-dev-plan 1", "tidemark-dev-process 2");
        // The twin that compares beginnings takes 12 for 1.
        assertThat(deleted("1\t2\t3\t4\t5\t6\t7\t12", OLD, names("plan", 12), ""))
                .contains("tidemark-dev-plan 1");
    }

    /// A run may have begun with it that the list of runs does not have yet.
    @Test
    void whatWasMadeWithinTheLastDayStays() throws Exception {
        Instant now = Instant.now();
        assertThat(deleted(
                        "1\t2\t3\t4\t5\t6\t7", now.minus(Duration.ofHours(23)).toString(), "", ""))
                .isEmpty();
        assertThat(deleted(
                        "1\t2\t3\t4\t5\t6\t7", now.minus(Duration.ofHours(25)).toString(), "", ""))
                .hasSize(2 * (StageNames.FUNCTIONS.size() + 1));
    }

    @Test
    void fiveOrFewerAllStay() throws Exception {
        assertThat(deleted("1\t2\t3\t4\t5")).isEmpty();
        assertThat(deleted("")).isEmpty();
    }
}
