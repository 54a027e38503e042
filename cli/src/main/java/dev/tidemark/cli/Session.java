package dev.tidemark.cli;

import dev.tidemark.expression.Functions;
import dev.tidemark.job.Job;
import dev.tidemark.job.Mistake;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.lambda.DeployedJob;
import dev.tidemark.local.LocalJobLock;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.local.LocalPorts;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.LeaseRenewal;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A job, with the ports it works on.
final class Session implements AutoCloseable {

    private static final Duration RENEW_EVERY = Duration.ofMinutes(1);

    private final Job job;
    private final List<Mistake> warnings;
    private final Map<String, String> params;
    private final Formats formats;
    private final @Nullable LocalPorts local;
    private final @Nullable Stage stage;
    private final JobContext context;
    private final SecureRandom random = new SecureRandom();
    private Optional<LocalJobLock> lock = Optional.empty();

    private Session(JobFile.Result file, Formats formats, LocalPorts local, UnaryOperator<Ports> around) {
        this.job = file.job();
        this.warnings = file.warnings();
        this.params = file.resolvedParams();
        this.formats = formats;
        this.local = local;
        this.stage = null;
        JobContext plain = local.context(file.job(), InstantSource.system(), random::nextLong);
        this.context = plain.on(around.apply(plain.ports()).counted());
    }

    private Session(DeployedJob job, List<Mistake> warnings, Formats formats, Stage stage, World world) {
        this.job = job.job();
        this.warnings = warnings;
        this.params = job.params();
        this.formats = formats;
        this.local = null;
        this.stage = stage;
        JobContext plain = stage.context(job.job());
        this.context = plain.on(world.around().apply(plain.ports()));
    }

    /// Reads the job file, or what a stage keeps of a deployed job. Writes nothing.
    static Session open(JobOptions options, Where where, World world) {
        return where instanceof Where.Aws aws && options.namesDeployedJob()
                ? deployed(options, aws, world)
                : ofFile(options, where, world);
    }

    private static Session deployed(JobOptions options, Where.Aws aws, World world) {
        if (!options.set.isEmpty() || options.state != null) {
            throw new UsageException("--set and --state go with a job file; " + options.jobFile
                    + " is the name of a deployed job, whose params were set when it was deployed.");
        }
        Stage stage = Stage.of(aws, world);
        return new Session(stage.jobs().deployed(options.jobFile.toString()), List.of(), Formats.load(), stage, world);
    }

    private static Session ofFile(JobOptions options, Where where, World world) {
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
                LocalPaths::real,
                FormatCatalogue.of(formats.readers().values(), formats.writers().values()));
        return switch (where) {
            case Where.Local() -> {
                Path state = state(options, folder);
                StateFolderRule.check(file.job(), options.jobFile.toString(), state);
                yield new Session(file, formats, world.ports().apply(state), world.around());
            }
            case Where.Aws aws -> {
                if (options.state != null) {
                    throw new UsageException(
                            "--state goes with --on local: on AWS the stage's table and bucket hold it.");
                }
                yield new Session(
                        new DeployedJob(file.job(), file.resolvedParams()),
                        file.warnings(),
                        formats,
                        Stage.of(aws, world),
                        world);
            }
        };
    }

    private static Path state(JobOptions options, Path folder) {
        Path chosen = options.state;
        return (chosen == null ? folder.resolve(".tidemark") : chosen)
                .toAbsolutePath()
                .normalize();
    }

    /// Takes the job's lock and finishes what a crash left half written. On AWS there is none: claims and their leases
    /// keep runs apart.
    ///
    /// @throws JobBusyException when another process holds it; nothing was written then
    Session lock() {
        if (local == null) {
            return this;
        }
        String name = job().name();
        String holder = "process " + ProcessHandle.current().pid();
        lock = local.lock(name, holder);
        if (lock.isEmpty()) {
            throw new JobBusyException(name, local.holder(name).orElse("another process"));
        }
        return this;
    }

    /// Whether the job's last holder on this machine is gone. On AWS that is not known. Writes nothing.
    boolean nobodyHolds() {
        return local != null && !local.held(job().name());
    }

    /// Whether no other process on this machine works on the job. On AWS the job's head tells. Writes nothing.
    boolean mayBegin() {
        return local == null || nobodyHolds();
    }

    /// Keeps the claim of this process's runs from being taken over while it works.
    Claim keepClaim(Collection<String> runIds) {
        return local == null ? LeaseRenewal.every(RENEW_EVERY, context, runIds)::close : () -> {};
    }

    /// What [#keepClaim] began.
    interface Claim extends AutoCloseable {
        @Override
        void close();
    }

    Job job() {
        return job;
    }

    List<Mistake> warnings() {
        return warnings;
    }

    Map<String, String> params() {
        return params;
    }

    JobContext context() {
        return context;
    }

    /// Where the job is deployed, on AWS.
    Optional<Stage> stage() {
        return Optional.ofNullable(stage);
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
