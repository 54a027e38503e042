package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `.ci/prune-versions` with a command `aws` that writes down what it is asked.
final class PruneVersionsTest {

    @TempDir
    private Path folder;

    private List<String> deleted(String versions) throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        Files.deleteIfExists(log);
        Files.createFile(log);
        Path aws = folder.resolve("aws");
        Files.writeString(aws, """
                #!/usr/bin/env bash
                case $2 in
                    list-functions) printf 'tidemark-dev-process-4096\n' ;;
                    list-versions-by-function) printf '%s\\n' ;;
                    delete-function) echo "$4 $6" >> '%s' ;;
                    *) exit 1 ;;
                esac
                """.formatted(versions, log));
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

    @Test
    void fiveOrFewerAllStay() throws Exception {
        assertThat(deleted("1\t2\t3\t4\t5")).isEmpty();
        assertThat(deleted("")).isEmpty();
    }
}
