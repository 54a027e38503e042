package dev.tidemark.local;

import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The right to change one job's state on this machine, for one process at a time.
///
/// The kernel gives the lock back when the process dies, however it dies. The lock file is opened once, never deleted
/// and never opened or read by anything else in the process: on Linux closing any channel on it would free the lock.
/// Who holds it stands in another file. Not for network file systems.
public final class LocalJobLock implements AutoCloseable {

    /// POSIX locks belong to the process, so threads are kept apart here.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;
    private final FileLock lock;

    private LocalJobLock(Path file, FileChannel channel, FileLock lock) {
        this.file = file;
        this.channel = channel;
        this.lock = lock;
    }

    /// Takes the lock, or returns empty at once when somebody holds it; nothing is written then.
    ///
    /// @param holder one line that names this process to others
    public static Optional<LocalJobLock> tryAcquire(Path state, String job, String holder) {
        Path folder = state.resolve("job").resolve(job);
        Path file = folder.resolve("lock").toAbsolutePath().normalize();
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        boolean acquired = false;
        try {
            new DurableFiles(new RealFileWork())
                    .createFolders(folder.toAbsolutePath().normalize());
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                return Optional.empty();
            }
            Files.writeString(folder.resolve("holder"), holder + "\n");
            acquired = true;
            return Optional.of(new LocalJobLock(file, channel, lock));
        } catch (IOException e) {
            throw DurableFiles.failed("lock job " + job + " below " + state, e);
        } finally {
            if (!acquired) {
                HELD.remove(file);
            }
        }
    }

    /// Who took the lock last, or empty when nobody ever did.
    public static Optional<String> holder(Path state, String job) {
        Path file = state.resolve("job").resolve(job).resolve("holder");
        try {
            return Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip());
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            throw DurableFiles.failed("read " + file, e);
        }
    }

    @Override
    public void close() {
        try {
            lock.release();
            channel.close();
        } catch (IOException e) {
            throw new StorageUnavailableException("release the lock " + file, String.valueOf(e.getMessage()), e);
        } finally {
            HELD.remove(file);
        }
    }
}
