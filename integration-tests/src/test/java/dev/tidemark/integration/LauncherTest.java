package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher `./tidemark`, copied to a checkout of its own, with a PATH that holds what a test puts there and
/// a Maven that counts its calls.
final class LauncherTest {

    private static final Path ROOT =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    private static final List<String> PROGRAMS = List.of(
            "bash",
            "cat",
            "cp",
            "dirname",
            "env",
            "find",
            "mkdir",
            "mv",
            "ps",
            "readlink",
            "rm",
            "sleep",
            "tail",
            "touch");
    private static final String ADVICE = "tidemark: no JDK 25 found: install one";

    private final Random random = Seeded.of("LauncherTest").random();
    private final Map<String, String> environment = new TreeMap<>();

    @TempDir
    private Path folder;

    private Path checkout;

    /// What the launcher's jar does here.
    static final class Greeting {
        private Greeting() {}

        public static void main(String[] args) {
            System.out.println("hello " + String.join(" ", args));
        }
    }

    private record Ended(int exit, String out, String err) {}

    @BeforeEach
    void makeTheCheckout() throws IOException {
        checkout = Files.createDirectories(folder.resolve("a checkout"));
        launcher(Files.readString(ROOT.resolve("tidemark")));
        Files.createDirectories(checkout.resolve("cli"));
        Files.createDirectories(checkout.resolve("shared/core"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        Files.writeString(checkout.resolve("shared/core/A.java"), "class A {}");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String program : PROGRAMS) {
            executable(bin.resolve(program), "#!/bin/sh\nexec " + onThePath(program) + " \"$@\"\n");
        }
        executable(bin.resolve("mvn"), """
                #!/usr/bin/env bash
                echo "$*" >>"%s/mvn.calls"
                cp "%s" cli/target/tidemark.jar
                """.formatted(folder, jar()));
        environment.put("PATH", bin.toString());
        environment.put("HOME", folder.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put(
                "TIDEMARK_JDKS", Files.createDirectories(folder.resolve("jdks")).toString());
    }

    @Test
    void itBuildsOnceAndLaterCallsNeedNoMaven() throws Exception {
        Ended first = call("one");
        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(first.out()).isEqualTo("hello one\n");
        assertThat(first.err().lines()).singleElement().asString().contains("tidemark: building, once");
        assertThat(calls()).hasSize(1);
        Files.delete(folder.resolve("bin/mvn"));
        for (int call = 0; call < 2; call++) {
            Ended later = call("two");
            assertThat(later.out()).as(later.err()).isEqualTo("hello two\n");
            assertThat(later.err()).isEmpty();
        }
        assertThat(calls()).hasSize(1);
    }

    @Test
    void aSourceThatIsNewerThanTheJarIsBuilt() throws Exception {
        Ended _ = call("one");
        Files.setLastModifiedTime(
                checkout.resolve("shared/core/A.java"),
                FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(call("two").out()).isEqualTo("hello two\n");
        assertThat(calls()).hasSize(2);
    }

    /// The broken twin: a launcher that does not look whether its jar is there.
    @Test
    void aTwinThatAlwaysBuildsIsCaught() throws Exception {
        launcher(replaced("is_stale() {\n", "is_stale() {\n    return 0\n"));
        Ended _ = call("one");
        Ended _ = call("two");
        assertThat(calls()).hasSizeGreaterThan(1);
    }

    /// As units of systemd and containers have it.
    @Test
    void withoutAHomeItWorksAllTheSame() throws Exception {
        environment.remove("HOME");
        environment.remove("TIDEMARK_JDKS");
        assertThat(call("one").out()).isEqualTo("hello one\n");
    }

    /// Killed before it said who it was, or its id was given to another process since.
    @ParameterizedTest
    @ValueSource(strings = {"", "1"})
    void aLockThatNobodyHoldsIsTaken(String holder) throws Exception {
        Path lock = Files.createDirectories(checkout.resolve(".build.lock"));
        if (!holder.isEmpty()) {
            Files.writeString(lock.resolve("pid"), holder + "\n");
        }
        assertThat(call("one").out()).isEqualTo("hello one\n");
        assertThat(calls()).hasSize(1);
        assertThat(lock).doesNotExist();
    }

    /// Executed, with a waiting time of a quarter of a second: who waits for any process of that id waits until its
    /// time
    /// is over, and the launcher, with the same waiting time, does not.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTwinThatWaitsForAnyProcessOfTheHoldersIdGivesUp(boolean twin) throws Exception {
        String text = replaced("tries >= 4500", "tries >= 12").replace("sleep 0.2", "sleep 0.02");
        String look = "[[ $(ps -o args= -p \"$1\" 2>/dev/null) == *tidemark* ]]";
        assertThat(text).contains(look);
        launcher(twin ? text.replace(look, "true") : text);
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Path lock = Files.createDirectories(checkout.resolve(".build.lock"));
            Files.writeString(lock.resolve("pid"), other.pid() + "\n");
            Ended ended = call("one");
            assertThat(ended.exit()).as(ended.err()).isEqualTo(twin ? 2 : 0);
            assertThat(ended.err().contains("gave up")).isEqualTo(twin);
        } finally {
            var _ = other.destroyForcibly().waitFor();
        }
    }

    @Test
    void whereItCannotBuildItSaysSo() throws Exception {
        Files.writeString(checkout.resolve("cli/target"), "a file in the way");
        Ended ended = call("one");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err().lines()).singleElement().asString().contains("may not write in " + checkout);
        assertThat(folder.resolve("mvn.calls")).doesNotExist();
    }

    @Test
    void withoutMavenItSaysInOneLineWhatToInstall() throws Exception {
        Files.delete(folder.resolve("bin/mvn"));
        Ended ended = call("one");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines()).singleElement().asString().contains("Maven", "needed to build once");
    }

    @Test
    void withoutJdk25OneLineSaysWhatToInstall() throws Exception {
        Ended ended = withOtherJdks();
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines()).singleElement().asString().contains(ADVICE, "adoptium.net", "set JAVA_HOME");
        assertThat(folder.resolve("mvn.calls")).doesNotExist();
    }

    /// The broken twin: a launcher that takes any JDK.
    @Test
    void aTwinThatTakesAnyJdkIsCaught() throws Exception {
        launcher(replaced("JAVA_VERSION=\\\"25*", "JAVA_VERSION=*"));
        Ended ended = withOtherJdks();
        assertThat(ended.err()).doesNotContain(ADVICE);
    }

    @Test
    void aJdk25AmongOthersIsFoundByItself() throws Exception {
        String version = otherVersion();
        jdk("jdks/a-" + version, version);
        Files.createSymbolicLink(folder.resolve("jdks/b-25"), Path.of(System.getProperty("java.home")));
        environment.remove("JAVA_HOME");
        assertThat(call("one").out()).isEqualTo("hello one\n");
    }

    /// JAVA_HOME, java on the PATH and the places all have a JDK, and none is 25.
    private Ended withOtherJdks() throws Exception {
        environment.put("JAVA_HOME", jdk("home", otherVersion()).toString());
        Files.createSymbolicLink(
                folder.resolve("bin/java"), jdk("path", otherVersion()).resolve("bin/java"));
        for (int i = random.nextInt(3); i > 0; i--) {
            Path _ = jdk("jdks/jdk-" + i, otherVersion());
        }
        return call("one");
    }

    private String otherVersion() {
        int feature = random.nextInt(8, 40);
        return (feature == 25 ? 26 : feature) + ".0." + random.nextInt(20);
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(home.resolve("bin"));
        executable(home.resolve("bin/java"), "#!/usr/bin/env bash\n");
        executable(home.resolve("bin/javac"), "#!/usr/bin/env bash\n");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static String replaced(String from, String to) throws IOException {
        String text = Files.readString(ROOT.resolve("tidemark"));
        assertThat(text).contains(from);
        return text.replace(from, to);
    }

    private void launcher(String text) throws IOException {
        executable(checkout.resolve("tidemark"), text);
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path onThePath(String program) {
        for (String place : System.getenv("PATH").split(":")) {
            Path file = Path.of(place, program);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        throw new IllegalStateException("no " + program + " on the PATH");
    }

    private Path jar() throws IOException {
        Path jar = folder.resolve("built.jar");
        String entry = Greeting.class.getName().replace('.', '/') + ".class";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Greeting.class.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream bytes =
                        Objects.requireNonNull(Greeting.class.getClassLoader().getResourceAsStream(entry))) {
            out.putNextEntry(new JarEntry(entry));
            bytes.transferTo(out);
            out.closeEntry();
        }
        return jar;
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("mvn.calls"));
    }

    private Ended call(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(checkout.resolve("tidemark").toString()));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(
                process.exitValue(),
                Files.readString(folder.resolve("out.txt"), StandardCharsets.UTF_8),
                Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8));
    }
}
