package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.StandingTidemark;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The packaged command in a process that stands still where it is told ([StandingTidemark]).
final class StandingProcess implements AutoCloseable {

    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private final Process process;
    private final BufferedReader said;

    private StandingProcess(Process process) {
        this.process = process;
        this.said = process.inputReader(StandardCharsets.UTF_8);
    }

    /// @param barriers calls at which it stands, see [StandingTidemark]
    static StandingProcess run(Path home, String barriers) throws IOException {
        List<String> line = new ArrayList<>();
        if (LINUX) {
            // A build in the background has its children ignore SIGINT.
            line.addAll(List.of("env", "--default-signal=INT"));
        }
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                PackagedCommand.JAR + ":" + testClasses(),
                StandingTidemark.class.getName(),
                barriers,
                "run",
                home.resolve("job.yaml").toString()));
        return new StandingProcess(new ProcessBuilder(line)
                .redirectError(home.resolveSibling(home.getFileName() + ".standing.log")
                        .toFile())
                .start());
    }

    private static Path testClasses() {
        return Path.of(Objects.requireNonNull(
                        StandingTidemark.class.getProtectionDomain().getCodeSource())
                .getLocation()
                .getPath());
    }

    long pid() {
        return process.pid();
    }

    /// The next thing it says that begins like this.
    String said(String start) throws IOException {
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(start)) {
                return line;
            }
        }
        throw new AssertionError("the process ended without saying '" + start + "'");
    }

    void goOn() throws IOException {
        Writer orders = process.outputWriter(StandardCharsets.UTF_8);
        orders.write("go\n");
        orders.flush();
    }

    /// SIGKILL.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        int _ = exit();
    }

    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    int exit() throws InterruptedException {
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended in time").isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
