package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.s3.CfnBucket;

/// cdk-nag finds nothing that is not meant, and what is meant is said once a place.
@Tag("aws")
final class NagIT {

    private static final int MOST = 10;
    private static final List<String> FIVE = List.of("one", "two", "three", "four", "five");

    @TempDir
    private Path folder;

    /// @param findings what of the rule it is about; empty when it is about all of it
    /// @param needed   whether the template has what it is about
    private record Suppression(String path, String rule, List<String> findings, boolean needed) {}

    private static List<Suppression> suppressions(Synthesized stage) throws IOException {
        List<String> rows = rows(stage.folder(), "tidemark-dev-");
        List<Suppression> all = new ArrayList<>();
        for (JsonNode template : stage.templates()) {
            JsonNode resources = template.path("Resources");
            for (JsonNode one : template.at("/Metadata/cdk_nag/rules_to_suppress")) {
                List<String> findings = new ArrayList<>();
                one.path("applies_to").forEach(finding -> findings.add(finding.asText()));
                assertThat(findings).as("of a whole stack").isNotEmpty();
                boolean needed = findings.stream()
                        .allMatch(finding -> resources.toString().contains(finding.replace("Resource::", "\"") + "\""));
                all.add(suppression(template.path("Description").asText(), one, findings, needed));
            }
            resources
                    .properties()
                    .forEach(resource -> resource.getValue()
                            .at("/Metadata/cdk_nag/rules_to_suppress")
                            .forEach(one -> all.add(suppression(
                                    resource.getKey(),
                                    one,
                                    List.of(),
                                    rows.stream()
                                            .anyMatch(row ->
                                                    row.contains(one.path("id").asText())
                                                            && row.contains("\"Suppressed\""))))));
        }
        return all;
    }

    private static Suppression suppression(String path, JsonNode rule, List<String> findings, boolean needed) {
        assertThat(rule.path("reason").asText().length()).isGreaterThan(40);
        return new Suppression(path, rule.path("id").asText(), findings, needed);
    }

    private static void nothingIsFoundAndLittleIsSuppressed(Synthesized stage) throws IOException {
        List<String> rows = rows(stage.folder(), "tidemark-dev-");
        assertThat(rows).hasSizeGreaterThan(20);
        assertThat(rows).noneMatch(row -> row.contains("\"Non-Compliant\""));
        assertThat(errors(stage.folder().resolve("assembly-dev"))).isEmpty();

        List<Suppression> all = suppressions(stage);
        System.out.println("NagIT: " + all.size() + " suppressions");
        assertThat(all).hasSizeLessThanOrEqualTo(MOST);
        assertThat(all.stream().map(one -> one.path() + " " + one.rule())).doesNotHaveDuplicates();
        assertThat(all).allMatch(Suppression::needed, "suppresses something");
    }

    @Test
    void nothingIsFoundAndAtMostTenSuppressionsAreOfOnePathAndOneRule() throws IOException {
        nothingIsFoundAndLittleIsSuppressed(Synthesized.dev());
    }

    private StageSettings fiveJobs() throws IOException {
        for (String job : FIVE) {
            Jobs.file(folder, job, job.equals("five") ? "memory: 4GiB" : "");
        }
        return Jobs.stage(folder, FIVE);
    }

    /// However many jobs there are, up to those that a stack takes.
    @Test
    void fiveJobsAreSuppressedNoMoreThanTwo() throws IOException {
        Synthesized five = Synthesized.synthesize(fiveJobs(), "five-jobs");
        nothingIsFoundAndLittleIsSuppressed(five);
        assertThat(suppressions(five)).hasSameSizeAs(suppressions(Synthesized.dev()));
    }

    /// The broken twin: what the stack of the jobs suppresses is of its jobs' own names. A role that reads another
    /// bucket, and one that may do all, are found there as they are elsewhere.
    @Test
    void aWildcardThatIsNoJobsIsFoundInTheStackOfTheJobs() throws IOException {
        Synthesized twin = Synthesized.synthesize(fiveJobs(), "five-jobs-twin", stage -> {
            Stack jobs = (Stack) stage.getNode().findChild("Jobs1");
            Role role = Role.Builder.create(jobs, "Wide")
                    .assumedBy(new ServicePrincipal("states.amazonaws.com"))
                    .inlinePolicies(Map.of(
                            "wide",
                            Grant.document(List.of(
                                    Grant.of("Read", List.of("s3:GetObject"), List.of("arn:aws:s3:::lake/*")),
                                    Grant.of("All", List.of("s3:*"), List.of("*"))))))
                    .build();
            assertThat(role.getRoleName()).isNotEmpty();
        });
        assertThatThrownBy(() -> nothingIsFoundAndLittleIsSuppressed(twin)).isInstanceOf(AssertionError.class);
        assertThat(rows(twin.folder(), "tidemark-dev-").stream()
                        .filter(row -> row.contains("\"Non-Compliant\""))
                        .toList())
                .as("the bucket, the action, and all resources")
                .hasSize(3)
                .allMatch(row -> row.contains("Jobs1/Wide"));
    }

    /// The broken twin: a bucket without TLS and without a reason, looked at in the same way.
    @Test
    void anOpenBucketIsFound() throws IOException {
        Path open = Path.of("target/it-synth/open-bucket").toAbsolutePath();
        App app = TidemarkApp.app(Synthesized.HOUSE.resolve("infra/cdk.json"), null, open.toString());
        Stack stack = new Stack(app, "open");
        CfnBucket.Builder.create(stack, "Bucket").build();
        Aspects.of(app).add(AwsSolutionsChecks.Builder.create().build());
        app.synth();

        assertThat(rows(open, "open"))
                .anyMatch(row -> row.contains("AwsSolutions-S10") && row.contains("\"Non-Compliant\""));
        assertThat(errors(open)).anyMatch(error -> error.contains("AwsSolutions-S10"));
    }

    private static List<String> rows(Path folder, String stack) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith("AwsSolutions-" + stack))
                    .toList()) {
                rows.addAll(Files.readAllLines(file));
            }
        }
        return rows;
    }

    /// What would stop a deployment.
    private static List<String> errors(Path assembly) throws IOException {
        List<String> errors = new ArrayList<>();
        try (Stream<Path> files = Files.list(assembly)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".json")
                            && !path.toString().endsWith(".assets.json"))
                    .toList()) {
                String text = Files.readString(file);
                if (text.contains("aws:cdk:error")) {
                    errors.add(text);
                }
            }
        }
        return errors;
    }
}
