package dev.tidemark.lambda;

import dev.tidemark.aws.AwsPorts;
import dev.tidemark.aws.StepFunctions;
import dev.tidemark.job.Job;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The world as Lambda gives it: variables, clients of AWS, standard output.
public final class AwsOutside implements Outside {

    private static final int MOST_JOBS = 32;

    private final Settings settings;
    private final AwsPorts aws;
    private final Path temporary;
    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock = InstantSource.system();
    private @Nullable Ports own;
    private @Nullable StateMachines stateMachines;
    private @Nullable Bus bus;

    /// Clients are built once: an instance works on the same few jobs again and again. A sweep comes to all jobs, of
    /// which the instance keeps those that it met last.
    private final Map<Job, Ports> ofJobs = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Job, Ports> eldest) {
            return size() > MOST_JOBS;
        }
    };

    /// @param temporary a folder of this function alone, for parts of files that wait for their upload
    public AwsOutside(Map<String, String> environment, Path temporary) {
        this.settings = Settings.of(environment);
        this.temporary = temporary;
        this.aws = AwsPorts.of(
                settings.stage(),
                environment,
                random::nextLong,
                temporary,
                Runtime.getRuntime().maxMemory() / 8);
    }

    /// To be called at the first message, never before.
    public static Outside atFirstMessage() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "tidemark");
        try {
            Files.createDirectories(temporary);
        } catch (IOException e) {
            throw new StorageUnavailableException("make the folder " + temporary, String.valueOf(e.getMessage()), e);
        }
        return new AwsOutside(System.getenv(), temporary);
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    public synchronized Ports own() {
        Ports made = own;
        if (made == null) {
            made = aws.ports(clock, random::nextLong);
            own = made;
        }
        return made;
    }

    /// The ports of one job are the same for all its runs; what they count is one invocation's.
    @Override
    public synchronized Ports of(Job job) {
        return ofJobs.computeIfAbsent(job, this::made).countedAnew();
    }

    private Ports made(Job job) {
        return settings.jobRoles()
                .map(roles -> aws.ports(job, roles + job.name(), clock, random::nextLong))
                .orElseGet(() -> aws.ports(job, clock, random::nextLong));
    }

    @Override
    public synchronized StateMachines stateMachines() {
        StateMachines made = stateMachines;
        if (made == null) {
            made = madeStateMachines();
            stateMachines = made;
        }
        return made;
    }

    private StateMachines madeStateMachines() {
        if (settings.stateMachines().isEmpty()) {
            throw new SettingMissingException("TIDEMARK_STATE_MACHINES");
        }
        StepFunctions executions = aws.executions(settings.stateMachines());
        return new StateMachines() {
            @Override
            public void start(String job, String runId, RunOptions options) {
                executions.start(job, runId, options.text());
            }

            @Override
            public Status status(String job, String runId) {
                return executions.status(job, runId);
            }
        };
    }

    @Override
    public synchronized Bus bus() {
        Bus made = bus;
        if (made == null) {
            made = aws.bus()::put;
            bus = made;
        }
        return made;
    }

    @Override
    public void until(long epochMillis) {
        aws.until(clock, epochMillis);
    }

    @Override
    public boolean rest(Duration time) {
        try {
            Thread.sleep(time);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    @SuppressWarnings("SystemOut")
    public void say(String line) {
        System.out.println(line);
    }

    /// A worker that was thrown out of its work leaves parts that nobody reads any more.
    @Override
    public void tidy() {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(temporary)) {
            for (Path file : left) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What the call came to is settled by now, and must be told as it is.
            say(Wire.object()
                    .put("level", "WARN")
                    .put("message", "cannot clear the folder " + temporary + ": " + e.getMessage())
                    .toString());
        }
    }
}
