package dev.tidemark.local;

import dev.tidemark.job.Job;
import dev.tidemark.json.JsonRunCodec;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Everything that a job needs of this machine, below one state folder: all its work on files goes through one
/// [FileWork].
public final class LocalPorts {

    private static final Duration LEASE = Duration.ofMinutes(5);

    private final Path state;
    private final DurableFiles files;
    private final LocalStateStore store;

    private LocalPorts(Path state, FileWork work) {
        this.state = state;
        this.files = new DurableFiles(work);
        this.store = new LocalStateStore(state, files);
    }

    public static LocalPorts below(Path state) {
        return below(state, new RealFileWork());
    }

    static LocalPorts below(Path state, FileWork work) {
        return new LocalPorts(state, work);
    }

    /// A job in this state folder. Writes nothing.
    ///
    /// @param random 64 random bits a call, for attempt ids
    public JobContext context(Job job, InstantSource clock, LongSupplier random) {
        Ports ports = new Ports(
                new LocalObjectStore(files),
                new LocalStaging(files),
                store,
                new LocalCatalog(state.resolve("catalog"), files),
                new JsonRunCodec(),
                clock,
                random);
        return new JobContext(
                job,
                ports,
                LocalPaths.location(state.resolve("work").resolve(job.name())) + "/",
                LocalPaths.location(state.resolve("quarantine")) + "/",
                LEASE,
                true);
    }

    /// Takes the job's lock and finishes what a crash left half written; empty at once when somebody holds it,
    /// nothing being written then.
    ///
    /// @param holder one line that names this process to others
    public Optional<LocalJobLock> lock(String job, String holder) {
        Optional<LocalJobLock> lock = LocalJobLock.tryAcquire(state, job, holder, files);
        boolean recovered = false;
        try {
            if (lock.isPresent()) {
                store.recover("job#" + job);
                // Nobody but this lock's holder writes there.
                removeAsides(state.resolve("job").resolve(job));
                removeAsides(state.resolve("work").resolve(job));
            }
            recovered = true;
            return lock;
        } finally {
            if (!recovered) {
                lock.ifPresent(LocalJobLock::close);
            }
        }
    }

    private void removeAsides(Path folder) {
        try {
            files.removeAsides(folder);
        } catch (IOException e) {
            throw DurableFiles.failed("remove what a killed run left in " + folder, e);
        }
    }

    /// Whether a process holds the job's lock at this moment. Writes nothing.
    public boolean held(String job) {
        return LocalJobLock.held(state, job);
    }

    /// Who took the job's lock last, or empty when nobody ever did.
    public Optional<String> holder(String job) {
        return LocalJobLock.holder(state, job);
    }
}
