package dev.tidemark.cli;

import dev.tidemark.expression.Functions;
import dev.tidemark.job.Job;
import dev.tidemark.job.Mistake;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.local.LocalJobLock;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.local.LocalPorts;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A job file opened on this machine, with the ports it works on.
final class Session implements AutoCloseable {

    private final JobFile.Result file;
    private final Formats formats;
    private final LocalPorts ports;
    private final JobContext context;
    private final SecureRandom random = new SecureRandom();
    private Optional<LocalJobLock> lock = Optional.empty();

    private Session(LocalPorts ports, JobFile.Result file, Formats formats, UnaryOperator<Ports> around) {
        this.file = file;
        this.formats = formats;
        this.ports = ports;
        JobContext plain = ports.context(file.job(), InstantSource.system(), random::nextLong);
        this.context = plain.on(around.apply(plain.ports()).counted());
    }

    /// Reads the job file. Writes nothing.
    static Session open(JobOptions options, World world) {
        Path path = options.jobFile.toAbsolutePath().normalize();
        byte[] bytes;
        Path folder;
        try {
            bytes = Files.readAllBytes(path);
            folder = Objects.requireNonNull(path.toRealPath().getParent());
        } catch (IOException e) {
            throw new UsageException("Cannot read the job file " + options.jobFile + ": "
                    + (Files.isDirectory(path)
                            ? "it is a folder. Name the job's file in it"
                            : Files.exists(path) ? e.getMessage() : "there is no such file")
                    + ".");
        }
        Formats formats = Formats.load();
        JobFile.Result file = JobFile.read(
                bytes,
                options.jobFile.toString(),
                options.set,
                world.environment(),
                LocalPaths.location(folder) + "/",
                FormatCatalogue.of(formats.readers().values(), formats.writers().values()));
        Path chosen = options.state;
        Path state = (chosen == null ? folder.resolve(".tidemark") : chosen)
                .toAbsolutePath()
                .normalize();
        return new Session(world.ports().apply(state), file, formats, world.around());
    }

    /// Takes the job's lock and finishes what a crash left half written.
    ///
    /// @throws JobBusyException when another process holds it; nothing was written then
    Session lock() {
        String name = job().name();
        String holder = "process " + ProcessHandle.current().pid();
        lock = ports.lock(name, holder);
        if (lock.isEmpty()) {
            throw new JobBusyException(name, ports.holder(name).orElse("another process"));
        }
        return this;
    }

    Job job() {
        return file.job();
    }

    List<Mistake> warnings() {
        return file.warnings();
    }

    Map<String, String> params() {
        return file.resolvedParams();
    }

    JobContext context() {
        return context;
    }

    Formats formats() {
        return formats;
    }

    Functions functions() {
        return Functions.standard();
    }

    String newRunId() {
        return Ulids.next(context.ports().now(), random);
    }

    @Override
    public void close() {
        lock.ifPresent(LocalJobLock::close);
    }
}
