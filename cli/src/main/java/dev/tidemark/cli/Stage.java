package dev.tidemark.cli;

import dev.tidemark.aws.AwsPorts;
import dev.tidemark.aws.NotS3Exception;
import dev.tidemark.aws.StepFunctions;
import dev.tidemark.job.Job;
import dev.tidemark.lambda.JobFiles;
import dev.tidemark.lambda.Settings;
import dev.tidemark.run.JobContext;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;

/// A stage on AWS as this process reaches it.
///
/// @param name empty where table and bucket are named by variables
record Stage(String name, AwsPorts ports, SecureRandom random) {

    static Stage of(Where.Aws where, World world) {
        SecureRandom random = new SecureRandom();
        AwsPorts ports = AwsPorts.of(
                where.stage(),
                world.environment(),
                random::nextLong,
                Path.of(Objects.requireNonNull(System.getProperty("java.io.tmpdir"))),
                Runtime.getRuntime().maxMemory() / 8);
        return new Stage(where.stage(), ports, random);
    }

    /// @throws UsageException when a path of the job is not in S3
    JobContext context(Job job) {
        try {
            return ports.context(job, InstantSource.system(), random::nextLong);
        } catch (NotS3Exception elsewhere) {
            throw new UsageException(String.valueOf(elsewhere.getMessage()));
        }
    }

    /// What is deployed.
    JobFiles jobs() {
        Settings settings =
                new Settings(name, ports.table(), ports.bucket(), "", Optional.empty(), Duration.ofMinutes(5));
        return new JobFiles(ports.ports(InstantSource.system(), random::nextLong), settings);
    }

    /// The state machines of the stage's jobs.
    ///
    /// @throws UsageException when only table and bucket are known
    StepFunctions executions() {
        if (name.isEmpty()) {
            throw new UsageException("State machines are named after their stage. Say it: --stage NAME.");
        }
        return ports.executionsOf(name);
    }
}
