package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The packaged command as a process of its own.
///
/// @param under   a command that runs the rest of the line, such as one that takes rights away; empty: none
/// @param options of the JVM
public record PackagedCommand(List<String> under, List<String> options) {

    static final Path JAR =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent()).resolve("cli/target/tidemark.jar");

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /// Starts fast and keeps its own files out of the way of limits on files.
    public static final PackagedCommand PLAIN = new PackagedCommand(
            List.of(), List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xlog:disable"));

    public PackagedCommand {
        under = List.copyOf(under);
        options = List.copyOf(options);
    }

    /// How a process ended.
    public record Ended(int exit, String out, String err) {

        /// A failure to succeed shows what was said.
        public void assertCommitted() {
            assertThat(exit).as(out + err).isZero();
            assertThat(out).contains("COMMITTED");
        }
    }

    /// Leaves a cache of loaded classes behind, from which others start in half the time.
    PackagedCommand makingCache(Path cache) {
        return with("-XX:AOTCacheOutput=" + cache);
    }

    PackagedCommand using(Path cache) {
        return with("-XX:AOTCache=" + cache);
    }

    PackagedCommand with(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new PackagedCommand(under, more);
    }

    PackagedCommand under(String... command) {
        return new PackagedCommand(List.of(command), options);
    }

    /// @param logs an existing folder that takes what the process says
    public Ended run(Path logs, List<String> arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(under);
        line.add(JAVA);
        line.addAll(options);
        line.addAll(List.of("-jar", JAR.toString()));
        line.addAll(arguments);
        Path out = logs.resolve("out.txt");
        Path err = logs.resolve("err.txt");
        Process process = new ProcessBuilder(line)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES))
                    .as("ended in time: " + line)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }
}
