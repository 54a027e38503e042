package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Maven says on a machine without the JDK that the build needs: here it is asked for one that is nowhere yet.
final class ToolchainTest {

    private static final Path POM =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent()).resolve("pom.xml");
    private static final String NAMED = "needs a JDK 25, such as Temurin of adoptium.net, in JAVA_HOME";

    @TempDir
    private Path folder;

    /// Lines of a failed build that say what to install.
    private List<String> advice(String pom) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("pom.xml"), pom);
        Path log = folder.resolve("log");
        Process maven = new ProcessBuilder(
                        "mvn", "-B", "-o", "-N", "-Djdk.range=[99,)", "-f", file.toString(), "validate")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(maven.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            maven.destroyForcibly();
        }
        assertThat(maven.exitValue()).as(Files.readString(log)).isEqualTo(1);
        return Files.readAllLines(log).stream()
                .filter(line -> line.startsWith("[ERROR]") && line.contains(NAMED))
                .toList();
    }

    /// The broken twin: a pom that does not name it fails in Maven's own words, which name no JDK.
    @Test
    void aBuildWithoutItsJdkSaysInOneLineWhatToInstall() throws IOException, InterruptedException {
        String pom = Files.readString(POM);

        assertThat(advice(pom)).hasSize(1);
        assertThat(advice(pom.replace(NAMED, "find it"))).isEmpty();
    }
}
