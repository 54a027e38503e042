package dev.tidemark.aws;

import dev.tidemark.job.Job;
import dev.tidemark.json.JsonRunCodec;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Patience;
import dev.tidemark.run.Ports;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;
import software.amazon.awssdk.regions.Region;

/// Everything that a job needs of one stage on AWS: its table, its bucket, S3 and the Glue Data Catalog.
public final class AwsPorts {

    /// Of a process that renews it every minute.
    private static final Duration LEASE = Duration.ofMinutes(5);

    private final AwsClients clients;
    private final Attempts attempts;
    private final String table;
    private final String bucket;
    private final PartBudget budget;

    private AwsPorts(AwsClients clients, Attempts attempts, String table, String bucket, PartBudget budget) {
        this.clients = clients;
        this.attempts = attempts;
        this.table = table;
        this.bucket = bucket;
        this.budget = budget;
    }

    /// The stage that the environment reaches: credentials, region, `AWS_ENDPOINT_URL[_SERVICE]`; `TIDEMARK_TABLE` and
    /// `TIDEMARK_BUCKET` instead of the stage's own.
    ///
    /// @param random      64 random bits a call
    /// @param temporary   folder for parts of files that wait for their upload
    /// @param uploadBytes heap that such parts may take together
    /// @throws AwsAccessDeniedException when AWS does not know who is asking
    /// @throws AwsRefusedException      when no region is set
    public static AwsPorts of(
            String stage, Map<String, String> environment, LongSupplier random, Path temporary, long uploadBytes) {
        return of(
                stage,
                environment,
                AwsClients.of(environment),
                new Attempts(Pause::sleep, random),
                temporary,
                uploadBytes);
    }

    static AwsPorts of(
            String stage,
            Map<String, String> environment,
            AwsClients clients,
            Attempts attempts,
            Path temporary,
            long uploadBytes) {
        Region region = clients.region();
        String bucket = environment.get("TIDEMARK_BUCKET");
        if (bucket == null) {
            String account = attempts.call(
                    "ask who is calling",
                    () -> clients.sts().getCallerIdentity().account());
            bucket = "tidemark-%s-%s-%s".formatted(stage, account, region);
        }
        return new AwsPorts(
                clients,
                attempts,
                environment.getOrDefault("TIDEMARK_TABLE", "tidemark-" + stage),
                bucket,
                new PartBudget(uploadBytes, temporary));
    }

    public String table() {
        return table;
    }

    public String bucket() {
        return bucket;
    }

    /// A job of this stage, worked on by this process. Calls nothing.
    ///
    /// @param random 64 random bits a call, for attempt ids
    public JobContext context(Job job, InstantSource clock, LongSupplier random) {
        String root = "s3://" + bucket + "/";
        S3Reach reach = new S3Reach(S3Places.of(job, root), clients::s3);
        S3ObjectStore objects = new S3ObjectStore(reach, attempts);
        Ports ports = new Ports(
                objects,
                new S3Staging(new S3Uploads(reach, attempts), objects, attempts, budget),
                new DynamoStateStore(clients.dynamo(), table, attempts),
                new GlueCatalog(clients.glue(), attempts),
                new JsonRunCodec(),
                clock,
                random);
        return new JobContext(
                job,
                ports,
                root + "work/" + job.name() + "/",
                root + "quarantine/",
                LEASE,
                false,
                new Waiting(attempts));
    }

    /// A process has no deadline, and waits for others as long as it takes.
    private record Waiting(Attempts attempts) implements Patience {

        @Override
        public long deadline() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean pause(Duration time) {
            return attempts.pause().rest(time);
        }
    }
}
