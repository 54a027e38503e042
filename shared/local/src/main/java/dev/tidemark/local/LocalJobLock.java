package dev.tidemark.local;

import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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
        return tryAcquire(state, job, holder, new DurableFiles(new RealFileWork()));
    }

    static Optional<LocalJobLock> tryAcquire(Path state, String job, String holder, DurableFiles files) {
        Path folder = state.resolve("job").resolve(job).toAbsolutePath().normalize();
        Path file;
        try {
            files.createFolders(folder);
            // One name for one file, whatever links lead to it.
            file = folder.toRealPath().resolve("lock");
        } catch (IOException e) {
            throw DurableFiles.failed("lock job " + job + " below " + state, e);
        }
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        LocalJobLock lock = null;
        try {
            lock = lock(file);
        } catch (IOException e) {
            throw DurableFiles.failed("lock job " + job + " below " + state, e);
        } finally {
            if (lock == null) {
                HELD.remove(file);
            }
        }
        if (lock == null) {
            return Optional.empty();
        }
        boolean named = false;
        try {
            files.replace(folder.resolve("holder"), (holder + "\n").getBytes(StandardCharsets.UTF_8));
            named = true;
            return Optional.of(lock);
        } catch (IOException e) {
            throw DurableFiles.failed("lock job " + job + " below " + state, e);
        } finally {
            if (!named) {
                lock.close();
            }
        }
    }

    private static @Nullable LocalJobLock lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException here) {
            // Held in this process, past the registry: a second copy of this class.
            lock = null;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        return lock == null ? null : new LocalJobLock(file, channel, lock);
    }

    /// Whether somebody holds the lock at this moment. Writes nothing, but holds the lock itself for an instant.
    static boolean held(Path state, String job) {
        Path file = state.resolve("job").resolve(job).resolve("lock");
        if (!Files.exists(file)) {
            return false;
        }
        try {
            Path real = file.toRealPath();
            if (!HELD.add(real)) {
                return true;
            }
            try (FileChannel channel = FileChannel.open(real, StandardOpenOption.WRITE)) {
                FileLock lock = channel.tryLock();
                return lock == null;
            } finally {
                HELD.remove(real);
            }
        } catch (IOException e) {
            throw DurableFiles.failed("look at the lock of job " + job + " below " + state, e);
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
