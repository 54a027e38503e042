package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.infra.Need.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every call of a run is allowed by the synthesized policies, every allowed action is used by a call, and what is
/// another job's is denied.
@Tag("aws")
final class RightsIT {

    private static final String OTHER = "flights";

    private final Synthesized stage = Synthesized.dev();
    private final StageNames names = stage.names();
    private List<Call> calls = List.of();

    @BeforeEach
    void read() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String file : List.of("birdstrikes", "services")) {
            lines.addAll(Files.readAllLines(Path.of("src/test/resources/rights", file + ".calls")));
        }
        calls = Call.read(lines);
    }

    private Policies job() {
        return Policies.ofRole(stage, "Jobs1", role("Jobs1", names.jobRole("birdstrikes")));
    }

    private Policies own() {
        return Policies.ofRole(stage, "Pipeline", role("Pipeline", names.functionsRole()));
    }

    private String role(String stack, String name) {
        return stage.resources(stack, "AWS::IAM::Role").entrySet().stream()
                .filter(role -> role.getValue().path("RoleName").asText().equals(name))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private Policies machine() {
        String role = stage.resources("Jobs1", "AWS::IAM::Role").keySet().stream()
                .filter(id -> id.startsWith("birdstrikesMachineRole"))
                .findFirst()
                .orElseThrow();
        return Policies.ofRole(stage, "Jobs1", role);
    }

    private List<Need> needs(String... who) {
        return calls.stream()
                .filter(call -> List.of(who).contains(call.who()))
                .flatMap(call -> Need.of(call, names).stream())
                .toList();
    }

    /// Empty when a role is exactly right.
    private static List<String> problems(Policies policies, List<Need> needs) {
        List<String> problems = new ArrayList<>();
        needs.stream().filter(need -> !policies.allows(need)).forEach(need -> problems.add("denied: " + need));
        policies.unused(needs).forEach(action -> problems.add("unused: " + action));
        return problems;
    }

    @Test
    void eachRoleAllowsItsCallsAndNothingElse() {
        assertThat(problems(job(), needs("job"))).isEmpty();
        assertThat(problems(own(), needs("own"))).isEmpty();
        assertThat(problems(machine(), needs("machine"))).isEmpty();
        Policies trigger = Policies.ofRole(stage, "Pipeline", role("Pipeline", names.triggerRole()));
        List<Need> both = new ArrayList<>(needs("trigger"));
        needs("own").stream().filter(need -> !need.action().startsWith("logs:")).forEach(both::add);
        assertThat(problems(trigger, both)).isEmpty();
    }

    /// Broken twins: an action less, for each action there is.
    @ParameterizedTest
    @CsvSource({
        "s3:ListBucket",
        "s3:GetObject",
        "s3:PutObject",
        "s3:DeleteObject",
        "s3:AbortMultipartUpload",
        "s3:ListMultipartUploadParts",
        "s3:ListBucketMultipartUploads",
        "s3:GetLifecycleConfiguration",
        "glue:GetDatabase",
        "glue:CreateDatabase",
        "glue:GetTable",
        "glue:CreateTable",
        "glue:UpdateTable",
        "glue:GetPartitions",
        "glue:BatchCreatePartition",
        "glue:BatchGetPartition",
        "glue:BatchUpdatePartition",
    })
    void aRoleWithoutAnActionIsFound(String action) {
        assertThat(problems(job().without(action), needs("job")))
                .anyMatch(text -> text.startsWith("denied: Need[action=" + action));
    }

    /// Broken twins: an action too many, and a wildcard instead of names.
    @ParameterizedTest
    @CsvSource({"s3:DeleteObjectVersion", "glue:DeleteTable", "s3:GetObject*", "s3:*"})
    void aRoleWithAnActionTooManyIsFound(String action) {
        assertThat(problems(job().and(action), needs("job")))
                .anyMatch(text -> text.startsWith("unused: ") && text.endsWith(" " + action));
    }

    @Test
    void whatIsAnotherJobsIsDenied() {
        assertThat(foreign()).hasSizeGreaterThan(15);
        assertThat(leaks(job())).isEmpty();
        // A listing of the whole bucket, and of what only begins alike.
        assertThat(job().allows(new Need("s3:ListBucket", "arn:aws:s3:::my-lake-dev", Map.of())))
                .isFalse();
        assertThat(job().allows(new Need(
                        "s3:ListBucket", "arn:aws:s3:::my-lake-dev", Map.of("s3:prefix", "raw/birdstrikes-old/"))))
                .isFalse();
        assertThat(job().allows(new Need("s3:GetObject", "arn:aws:s3:::my-lake-dev/raw/birdstrikes-old/a", Map.of())))
                .isFalse();
    }

    @Test
    void aStateMachineCannotReachAnotherJobsRunsOrExecutions() {
        assertThat(others()).hasSizeGreaterThan(7).noneMatch(machine()::allows);
        // The broken twin: folders and executions of all jobs.
        Policies wide =
                machine().with("work/birdstrikes/", "work/*/").with("tidemark-dev-birdstrikes", "tidemark-dev-*");
        assertThat(others()).allMatch(wide::allows);
    }

    private List<Need> others() {
        return needs("machine").stream()
                .filter(need -> need.resource().contains("birdstrikes"))
                .map(need -> new Need(need.action(), need.resource().replace("birdstrikes", OTHER), need.context()))
                .toList();
    }

    /// Broken twins: a resource or a condition that is wider than the job.
    @ParameterizedTest
    @CsvSource({
        "raw/birdstrikes/*, *",
        "raw/birdstrikes/*, raw/*",
        "curated/birdstrikes/*, curated/*",
        "my-lake-dev/, */",
        "table/lake/birdstrikes, table/lake/*",
    })
    void aRoleThatIsTooWideIsFound(String there, String instead) {
        assertThat(leaks(job().with(there, instead))).isNotEmpty();
    }

    /// What the other job does in its places, and this job's calls in another bucket.
    private List<Need> foreign() {
        List<Need> foreign = new ArrayList<>();
        for (Need need : needs("job")) {
            String resource = need.resource().replace("birdstrikes", OTHER);
            Map<String, String> context = new java.util.HashMap<>();
            need.context().forEach((key, value) -> context.put(key, value.replace("birdstrikes", OTHER)));
            boolean shared = resource.equals(need.resource()) && context.equals(need.context());
            if (!shared) {
                foreign.add(new Need(need.action(), resource, context));
            }
            if (need.resource().contains("my-lake-dev")) {
                foreign.add(
                        new Need(need.action(), need.resource().replace("my-lake-dev", "your-lake"), need.context()));
            }
        }
        return foreign;
    }

    private List<Need> leaks(Policies policies) {
        return foreign().stream().filter(policies::allows).toList();
    }

    /// The state is the functions' alone, and a job's role can be taken on by nobody else.
    @Test
    void aJobsRoleCannotReachTheStateAndIsTakenOnByTheFunctionsOnly() {
        needs("own")
                .forEach(need ->
                        assertThat(job().allows(need)).as(need.toString()).isFalse());
        needs("job")
                .forEach(need ->
                        assertThat(own().allows(need)).as(need.toString()).isFalse());
        String trust = stage.template("Jobs1")
                .path("Resources")
                .path(role("Jobs1", names.jobRole("birdstrikes")))
                .at("/Properties/AssumeRolePolicyDocument/Statement")
                .findValuesAsText("AWS")
                .toString();
        assertThat(trust)
                .isEqualTo(
                        "[arn:aws:iam::123456789012:role/tidemark-dev-functions, arn:aws:iam::123456789012:role/tidemark-dev-trigger]");
    }
}
