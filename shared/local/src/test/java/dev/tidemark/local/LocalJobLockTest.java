package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One process at a time holds a job, whatever the holder does and however it ends. Beside each rule stands the
/// broken twin that breaks it, measured on this machine's kernel.
@Timeout(60)
class LocalJobLockTest {

    private static final String JOB = "orders";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path state;

    private Optional<Process> other = Optional.empty();

    @AfterEach
    void endTheOther() {
        other.ifPresent(Process::destroyForcibly);
    }

    @Test
    void theLockOfAKilledProcessIsFreeAtOnce() throws Exception {
        Process holder = other("hold");
        assertThat(acquire()).isEmpty();
        holder.destroyForcibly().waitFor();
        assertThat(acquire()).isPresent();
    }

    /// E0: the name of a dead holder says nothing, even when its process id belongs to somebody else by now.
    @Test
    void aPidThatIsAliveAgainDoesNotKeepTheJob() throws Exception {
        other("hold").destroyForcibly().waitFor();
        Path holder = state.resolve("job").resolve(JOB).resolve("holder");
        assertThat(holder).exists();
        Files.writeString(holder, "process " + ProcessHandle.current().pid() + "\n");
        assertThat(acquire()).isPresent();
    }

    @Test
    void twinE0ThatAsksWhetherThePidLivesNeverGetsTheJobAgain() throws Exception {
        Process dead = other("hold");
        dead.destroyForcibly().waitFor();
        PidFile pidFile = new PidFile(state.resolve("pid"));
        Files.writeString(pidFile.file(), String.valueOf(dead.pid()));
        assertThat(pidFile.tryAcquire()).as("no process has the number").isTrue();
        Files.writeString(pidFile.file(), String.valueOf(ProcessHandle.current().pid()));
        assertThat(pidFile.tryAcquire()).as("another process has it by now").isFalse();
    }

    /// A lock that is a file with the holder's process id, as many tools have one.
    private record PidFile(Path file) {

        boolean tryAcquire() throws IOException {
            if (Files.exists(file)
                    && ProcessHandle.of(Long.parseLong(Files.readString(file)))
                            .filter(ProcessHandle::isAlive)
                            .isPresent()) {
                return false;
            }
            Files.writeString(file, String.valueOf(ProcessHandle.current().pid()));
            return true;
        }
    }

    /// E1: who has opened the file before its deletion locks another file than who opens it afterwards.
    @Test
    void ofAWaiterAndANewcomerOnlyOneGetsTheLock() throws Exception {
        assertThat(holdersAfterARelease(false)).isEqualTo(1);
    }

    @Test
    void twinE1ThatDeletesTheLockFileHasTwoHolders() throws Exception {
        assertThat(holdersAfterARelease(true)).isEqualTo(2);
    }

    private int holdersAfterARelease(boolean deletes) throws Exception {
        LocalJobLock first = acquire().orElseThrow();
        Process waiter = other("wait");
        first.close();
        if (deletes) {
            Files.delete(lockFile(state));
        }
        boolean waiterHolds = answer(waiter, "lock").equals("locked");
        boolean newcomerHolds = acquire().isPresent();
        return (waiterHolds ? 1 : 0) + (newcomerHolds ? 1 : 0);
    }

    /// E2: threads are kept apart before anything is opened.
    @Test
    void aHolderThatIsAskedAgainKeepsTheLock() throws Exception {
        Process holder = other("hold");
        assertThat(answer(holder, "again")).isEqualTo("refused");
        assertThat(acquire()).isEmpty();
    }

    @Test
    void twinE2WithoutTheRegistryOfThreadsLosesTheLock() throws Exception {
        Process holder = other("hold");
        assertThat(answer(holder, "again without registry")).isEqualTo("refused");
        assertThat(acquire()).isPresent();
    }

    /// E3: whoever looks for the holder reads another file than the lock.
    @Test
    void aHolderThatLooksWhoHoldsTheJobKeepsTheLock() throws Exception {
        Process holder = other("hold");
        assertThat(answer(holder, "look")).isEqualTo("the other process");
        assertThat(acquire()).isEmpty();
        assertThat(LocalJobLock.holder(state, JOB)).contains("the other process");
    }

    @Test
    void twinE3WhoseHolderReadsTheLockFileLosesTheLock() throws Exception {
        Process holder = other("hold");
        assertThat(answer(holder, "read the lock file")).isEqualTo("read");
        assertThat(acquire()).isPresent();
    }

    @Test
    void aLinkToTheStateFolderIsTheSameLock(@TempDir Path elsewhere) throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), state);
        try (LocalJobLock _ = acquire().orElseThrow()) {
            assertThat(LocalJobLock.tryAcquire(link, JOB, "through the link")).isEmpty();
            Process third = other("hold");
            assertThat(third.isAlive()).as("still ours").isTrue();
        }
    }

    /// The broken twins: a channel that stays open, and a registry that holds what nobody holds.
    @Test
    void aLockThatIsRefusedByThisProcessItselfLeavesNothingOpenAndNothingHeld() throws Exception {
        try (LocalJobLock _ = acquire().orElseThrow()) {
            assertThat(lockFile(state)).exists();
        }
        Path handles = Path.of("/proc/self/fd");
        try (FileChannel past = FileChannel.open(lockFile(state), StandardOpenOption.WRITE)) {
            assertThat(past.tryLock()).isNotNull();
            long open = Files.isDirectory(handles) ? open(handles) : 0;
            for (int i = 0; i < 20; i++) {
                assertThat(acquire()).isEmpty();
            }
            if (Files.isDirectory(handles)) {
                assertThat(open(handles)).isEqualTo(open);
            }
        }
        try (LocalJobLock lock = acquire().orElseThrow()) {
            assertThat(lock).isNotNull();
        }
    }

    /// Handles of this process on the lock file.
    private long open(Path handles) throws IOException {
        long open = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(handles)) {
            for (Path handle : all) {
                // That of the stream itself is gone when it is looked at.
                open += Files.exists(handle) && Files.isSameFile(handle, lockFile(state)) ? 1 : 0;
            }
        }
        return open;
    }

    private Optional<LocalJobLock> acquire() {
        return LocalJobLock.tryAcquire(state, JOB, "the test");
    }

    private Process other(String role) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        state.toString(),
                        role)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        other = Optional.of(process);
        line(process);
        return process;
    }

    private static String answer(Process process, String order) throws IOException {
        Writer orders = process.outputWriter(StandardCharsets.UTF_8);
        orders.write(order + "\n");
        orders.flush();
        return line(process);
    }

    private static String line(Process process) throws IOException {
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        return String.valueOf(said.readLine());
    }

    private static Path lockFile(Path state) {
        return state.resolve("job").resolve(JOB).resolve("lock");
    }

    /// Another process: does as it is told, line by line.
    static final class Other {

        private Other() {}

        public static void main(String[] args) throws IOException {
            Path state = Path.of(args[0]);
            Optional<LocalJobLock> held = Optional.empty();
            Optional<FileChannel> opened = Optional.empty();
            if (args[1].equals("hold")) {
                held = LocalJobLock.tryAcquire(state, JOB, "the other process");
            } else {
                opened = Optional.of(FileChannel.open(lockFile(state), StandardOpenOption.WRITE));
            }
            System.out.println(held.isPresent() ? "held" : "waiting");
            try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                for (String order = in.readLine(); order != null; order = in.readLine()) {
                    System.out.println(done(state, order, opened));
                }
            }
        }

        private static String done(Path state, String order, Optional<FileChannel> opened) throws IOException {
            return switch (order) {
                case "lock" -> opened.orElseThrow().tryLock() == null ? "refused" : "locked";
                case "again" -> LocalJobLock.tryAcquire(state, JOB, "again").isPresent() ? "locked" : "refused";
                case "again without registry" -> {
                    try (FileChannel second = FileChannel.open(lockFile(state), StandardOpenOption.WRITE)) {
                        yield second.tryLock() == null ? "refused" : "locked";
                    } catch (OverlappingFileLockException inThisProcess) {
                        yield "refused";
                    }
                }
                case "look" -> LocalJobLock.holder(state, JOB).orElse("nobody");
                case "read the lock file" -> {
                    byte[] bytes = Files.readAllBytes(lockFile(state));
                    yield bytes.length == 0 ? "read" : "read " + bytes.length;
                }
                default -> "what?";
            };
        }
    }
}
