package dev.tidemark.aws;

import dev.tidemark.job.Job;
import dev.tidemark.json.JsonRunCodec;
import dev.tidemark.run.Calls;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Patience;
import dev.tidemark.run.Ports;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import software.amazon.awssdk.regions.Region;

/// Everything that a job needs of one stage on AWS: its table, its bucket, S3 and the Glue Data Catalog.
public final class AwsPorts {

    /// Of a process that renews it every minute.
    private static final Duration LEASE = Duration.ofMinutes(5);

    private final AwsClients clients;
    private final BoundedPause pause;
    private final Attempts attempts;
    private final String table;
    private final String bucket;
    private final PartBudget budget;
    private final Map<String, RoleCredentials> roles = new ConcurrentHashMap<>();

    private AwsPorts(AwsClients clients, Attempts attempts, String table, String bucket, PartBudget budget) {
        this.clients = clients;
        this.pause = new BoundedPause(attempts.pause());
        this.attempts = new Attempts(pause, attempts.random());
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

    /// Calls that AWS does not answer are tried again no longer than that: they are unavailable then.
    ///
    /// @param epochMillis when the last wait must be over; it holds until another is set
    public void until(InstantSource clock, long epochMillis) {
        pause.until(clock, epochMillis);
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
        return new JobContext(
                job,
                ports(job, clock, random),
                root() + "work/" + job.name() + "/",
                root() + "quarantine/",
                LEASE,
                false,
                new Waiting(attempts));
    }

    /// What this process reaches by its own rights: the stage's table and bucket. Calls nothing.
    public Ports ports(InstantSource clock, LongSupplier random) {
        Calls calls = new Calls();
        AwsClients own = clients.counting(calls);
        return ports(
                new S3Reach(S3Places.OWN, S3Reach.Clients.plain(own)),
                own,
                catalog(own, Map.of(), clock),
                calls,
                clock,
                random);
    }

    /// The same, and the places and tables of a job by the rights of its role. Calls nothing yet.
    ///
    /// @param roleArn the job's role; its credentials are kept for at most an hour
    public Ports ports(Job job, String roleArn, InstantSource clock, LongSupplier random) {
        Calls calls = new Calls();
        AwsClients own = clients.counting(calls);
        RoleCredentials role = role("", roleArn, clients, job, clock);
        AwsClients asJob = own.as(role);
        S3Reach reach = new S3Reach(
                S3Places.of(job, root()),
                taking(asJob, clients.as(role), roleArn, job, clock),
                List.of(root() + "work/" + job.name() + "/", root() + "quarantine/" + job.name() + "/"),
                S3Reach.Clients.plain(own));
        return ports(reach, own, catalog(asJob, GlueNames.catalogIds(job), clock), calls, clock, random);
    }

    /// The same with this process's own rights everywhere.
    public Ports ports(Job job, InstantSource clock, LongSupplier random) {
        Calls calls = new Calls();
        AwsClients own = clients.counting(calls);
        S3Reach reach = new S3Reach(S3Places.of(job, root()), taking(own, clients, "", job, clock));
        return ports(reach, own, catalog(own, GlueNames.catalogIds(job), clock), calls, clock, random);
    }

    /// @param stateMachines ARN of the jobs' state machines without the job's name at its end
    public StepFunctions executions(String stateMachines) {
        return new StepFunctions(clients.stepFunctions(), attempts, stateMachines);
    }

    /// Called by the process's own rights.
    public EventBus bus() {
        return new EventBus(clients.events(), attempts);
    }

    /// The state machines of a stage's jobs, in the account of who is asking.
    public StepFunctions executionsOf(String stage) {
        String[] caller = attempts.call(
                        "ask who is calling",
                        () -> clients.sts().getCallerIdentity().arn())
                .split(":", 6);
        return executions("arn:%s:states:%s:%s:stateMachine:tidemark-%s-"
                .formatted(caller[1], clients.region(), caller[4], stage));
    }

    private String root() {
        return "s3://" + bucket + "/";
    }

    /// Takes on the roles that the job names for its buckets.
    ///
    /// @param by    asks for the roles; nobody counts that
    /// @param whose the role that both work with, or empty
    private S3Reach.Clients taking(AwsClients who, AwsClients by, String whose, Job job, InstantSource clock) {
        return (region, roleArn) -> roleArn == null
                ? who.s3(region)
                : who.as(role(whose, roleArn, by, job, clock)).s3(region);
    }

    /// Kept while this process lives, so that a role is not taken on for every invocation. Each job has its own: the
    /// name of the session tells the accounts whose calls they are.
    private RoleCredentials role(String whose, String roleArn, AwsClients by, Job job, InstantSource clock) {
        return roles.computeIfAbsent(
                String.join(" ", job.name(), whose, roleArn),
                key -> new RoleCredentials(by::sts, attempts, clock, roleArn, "tidemark-" + job.name()));
    }

    private GlueCatalog catalog(AwsClients who, Map<String, String> catalogIds, InstantSource clock) {
        return new GlueCatalog(who.glue(), attempts, catalogIds, clock);
    }

    /// @param own   whose rights reach the table of the state
    /// @param calls what all count
    private Ports ports(
            S3Reach reach, AwsClients own, GlueCatalog catalog, Calls calls, InstantSource clock, LongSupplier random) {
        S3ObjectStore objects = new S3ObjectStore(reach, attempts);
        return new Ports(
                objects,
                new S3Staging(new S3Uploads(reach, attempts), objects, attempts, budget),
                new DynamoStateStore(own.dynamo(), table, attempts),
                catalog,
                new JsonRunCodec(),
                clock,
                random,
                calls);
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
