package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.job.Job;
import dev.tidemark.job.S3Write;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.spi.ObjectStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Answers as STS's API reference gives them (AssumeRole).
final class RoleCredentialsTest {

    private static final String ROLE = "arn:aws:iam::111122223333:role/tidemark-dev-job-orders";

    private final CannedAws aws = new CannedAws();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-01T00:00:00Z"));
    private final AtomicInteger assumed = new AtomicInteger();

    private RoleCredentials credentials() {
        aws.always(request -> request.text().contains("Action=AssumeRole") ? given() : CannedAws.s3(404, "NoSuchKey"));
        return new RoleCredentials(aws.clients()::sts, aws.attempts(), now::get, ROLE, "tidemark-orders");
    }

    private CannedAws.Reply given() {
        return CannedAws.ok(("<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ROLE%d</AccessKeyId>"
                        + "<SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>"
                        + "<Expiration>%s</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>")
                .formatted(assumed.incrementAndGet(), now.get().plus(Duration.ofHours(12))));
    }

    @Test
    void aRoleIsAssumedOnceAnHourAndInTime() {
        RoleCredentials credentials = credentials();
        assertThat(credentials.resolveCredentials().accessKeyId()).isEqualTo("ROLE1");
        now.updateAndGet(time -> time.plus(Duration.ofMinutes(54)));
        assertThat(credentials.resolveCredentials().accessKeyId()).isEqualTo("ROLE1");
        // Before they end: a call that begins now must still be signed.
        now.updateAndGet(time -> time.plus(Duration.ofMinutes(1)));
        assertThat(credentials.resolveCredentials().accessKeyId()).isEqualTo("ROLE2");

        assertThat(aws.sent()).hasSize(2);
        assertThat(aws.sent().getFirst().text())
                .contains("DurationSeconds=3600", "RoleSessionName=tidemark-orders", "tidemark-dev-job-orders");
    }

    /// Of the state bucket too, all but the job's own folders is reached by the role: a job file that names another
    /// job's work as its source reads it only where its role may.
    ///
    /// @param own what is reached by the functions' rights
    private void onlyTheJobsFoldersAreReachedByOnesOwnRights(String own) {
        AwsClients job = aws.clients().as(credentials());
        S3Reach reach = new S3Reach(
                new S3Places(List.of(), S3Write.PLAIN),
                S3Reach.Clients.plain(job),
                List.of(own),
                S3Reach.Clients.plain(aws.clients()));
        S3ObjectStore objects = new S3ObjectStore(reach, aws.attempts());

        assertThat(objects.head("s3://state/work/j/x")).isEmpty();
        assertThat(assumed).hasValue(0);
        assertThat(objects.head("s3://state/work/jobs-neighbour/x")).isEmpty();
        assertThat(objects.head("s3://state/jobs/j/file.json")).isEmpty();
        assertThat(objects.head("s3://lake/x")).isEmpty();

        assertThat(signers()).containsExactly("testing", "testing", "ROLE1", "ROLE1", "ROLE1");
    }

    @Test
    void theJobsFoldersAreReachedByOnesOwnRightsAndTheRestByTheJobs() {
        onlyTheJobsFoldersAreReachedByOnesOwnRights("s3://state/work/j/");
    }

    @Test
    void theTwinThatReachesTheWholeBucketByTheFunctionsRightsIsCaught() {
        assertThatThrownBy(() -> onlyTheJobsFoldersAreReachedByOnesOwnRights("s3://state/"))
                .isInstanceOf(AssertionError.class);
    }

    /// A role of another account is taken on by the job's role, once for all its objects.
    ///
    /// @param access further keys of the job's source
    private void theirBucketIsReachedByTheirRole(String access) {
        aws.always(request -> request.text().contains("AssumeRole") ? given() : CannedAws.s3(404, "NotFound"));
        Job job = JobFile.read(
                        """
                        job: orders
                        bookmark: disable
                        flows:
                          - name: all
                            source: { s3: { paths: [ "s3://theirs/in/" ]%s }, format: json }
                            sink: { path: "s3://lake/out/", format: json }
                        """.formatted(access).getBytes(StandardCharsets.UTF_8),
                        "orders.yaml",
                        Map.of(),
                        Map.of(),
                        "/jobs",
                        new FormatCatalogue(Map.of(), Map.of()))
                .job();
        AwsPorts ports = AwsPorts.of(
                "dev", Map.of("TIDEMARK_BUCKET", "state"), aws.clients(), aws.attempts(), Path.of("target"), 1 << 20);
        ObjectStore objects = ports.ports(job, ROLE, now::get, () -> 1L).objects();

        objects.head("s3://theirs/in/a");
        objects.head("s3://theirs/in/b");
        objects.head("s3://lake/out/c");

        assertThat(signers()).containsExactly("testing", "ROLE1", "ROLE2", "ROLE2", "ROLE1");
        assertThat(aws.sent().get(1).text()).contains("111122223333").contains("RoleSessionName=tidemark-orders");
    }

    @Test
    void aBucketWithARoleIsReachedByThatRoleWhichTheJobTakesOn() {
        theirBucketIsReachedByTheirRole(", roleArn: \"arn:aws:iam::111122223333:role/reader\"");
    }

    @Test
    void theTwinThatReadsWithTheJobsRoleIsCaught() {
        assertThatThrownBy(() -> theirBucketIsReachedByTheirRole("")).isInstanceOf(AssertionError.class);
    }

    private List<String> signers() {
        return aws.sent().stream()
                .map(sent -> sent.header("Authorization").orElse("").replaceAll(".*Credential=([^/]*)/.*", "$1"))
                .toList();
    }

    @Test
    void aRoleThatMayNotBeAssumedIsNamed() {
        RoleCredentials credentials = credentials();
        aws.then(CannedAws.of(
                403,
                Map.of("Content-Type", "text/xml"),
                "<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>"
                        .getBytes(StandardCharsets.UTF_8)));

        assertThatThrownBy(credentials::resolveCredentials)
                .isInstanceOf(AwsAccessDeniedException.class)
                .hasMessageContaining(ROLE);
    }
}
