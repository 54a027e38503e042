package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The release zip, unpacked into a folder with a blank in its name, runs an example where no Maven is on the PATH.
final class ReleaseZipIT {

    private static final Path ROOT =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    private static final Path ZIP = ROOT.resolve("cli/target/tidemark-dist.zip");
    /// What the launcher calls, and nothing else.
    private static final List<String> PROGRAMS = List.of(
            "bash", "cat", "dirname", "env", "find", "mkdir", "mv", "ps", "readlink", "rm", "sleep", "tail", "touch");

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void unpack() throws IOException {
        home = folder.resolve("a release");
        try (FileSystem zip = FileSystems.newFileSystem(ZIP, Map.of("enablePosixFileAttributes", "true"))) {
            Path root = zip.getPath("/tidemark");
            for (Path from : walk(root)) {
                Path to = home.resolve(root.relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(to);
                } else {
                    Files.createDirectories(Objects.requireNonNull(to.getParent()));
                    Files.copy(from, to);
                    Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
                }
            }
        }
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String program : PROGRAMS) {
            Files.createSymbolicLink(bin.resolve(program), onThePath(program));
        }
        Path example = ROOT.resolve("examples/zipcodes");
        for (Path from : walk(example)) {
            String name = example.relativize(from).toString();
            if (Files.isRegularFile(from) && !name.startsWith(".tidemark") && !name.contains("curated")) {
                Path to = folder.resolve("zipcodes").resolve(name);
                Files.createDirectories(Objects.requireNonNull(to.getParent()));
                Files.copy(from, to);
            }
        }
    }

    @Test
    void itRunsAnExampleWithoutMaven() throws Exception {
        assertThat(fault()).isEmpty();
        assertThat(home.resolve("LICENSE")).hasSameBinaryContentAs(ROOT.resolve("LICENSE"));
        assertThat(home.resolve("docs/reference/command.md")).exists();
        assertThat(home.resolve("tidemark.jar")).hasSameBinaryContentAs(PackagedCommand.JAR);
    }

    @Test
    void aTwinWithoutTheJarIsCaught() throws Exception {
        Files.delete(home.resolve("tidemark.jar"));
        assertThat(fault()).contains("Maven");
    }

    @Test
    void aTwinWhoseLauncherAsksForMavenIsCaught() throws Exception {
        Path launcher = home.resolve("tidemark");
        String text = Files.readString(launcher);
        Files.writeString(
                launcher, text.replace("set -euo pipefail\n", "set -euo pipefail\nmvn --version >/dev/null\n"));
        assertThat(fault()).contains("mvn");
    }

    @Test
    void aTwinWhoseLauncherIsNotExecutableIsCaught() throws Exception {
        Path launcher = home.resolve("tidemark");
        Files.setPosixFilePermissions(launcher, Set.of(PosixFilePermission.OWNER_READ));
        assertThat(fault()).contains("not executable");
    }

    /// What is wrong with the release, or nothing.
    private String fault() throws IOException, InterruptedException {
        Path launcher = home.resolve("tidemark");
        if (!Files.isExecutable(launcher)) {
            return launcher + " is not executable";
        }
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        launcher.toString(),
                        "run",
                        folder.resolve("zipcodes/job.yaml").toString(),
                        "--json")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH", folder.resolve("bin").toString(),
                        "HOME", folder.toString(),
                        "JAVA_HOME", System.getProperty("java.home")));
        Process process = builder.start();
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                return "it did not end";
            }
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(out, StandardCharsets.UTF_8);
        boolean committed = process.exitValue() == 0 && said.contains("\"status\":\"COMMITTED\"");
        return committed ? "" : "exit " + process.exitValue() + ": " + said + Files.readString(err);
    }

    private static List<Path> walk(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            return new ArrayList<>(all.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path onThePath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(place -> Path.of(place, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
