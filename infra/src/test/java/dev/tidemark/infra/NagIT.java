package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.s3.CfnBucket;

/// cdk-nag finds nothing that is not meant, and what is meant is said once a place.
@Tag("aws")
final class NagIT {

    private static final int MOST = 10;

    @Test
    void nothingIsFoundAndAtMostTenSuppressionsAreOfOnePathAndOneRule() throws IOException {
        Synthesized stage = Synthesized.dev();
        List<String> rows = rows(stage.folder(), "tidemark-dev-");
        assertThat(rows).hasSizeGreaterThan(20);
        assertThat(rows).noneMatch(row -> row.contains("\"Non-Compliant\""));
        assertThat(errors(stage.folder().resolve("assembly-dev"))).isEmpty();

        List<String> suppressed = new ArrayList<>();
        for (JsonNode template : stage.templates()) {
            template.path("Resources")
                    .properties()
                    .forEach(resource -> resource.getValue()
                            .at("/Metadata/cdk_nag/rules_to_suppress")
                            .forEach(rule -> {
                                assertThat(rule.path("reason").asText().length())
                                        .isGreaterThan(40);
                                suppressed.add(resource.getKey() + " "
                                        + rule.path("id").asText());
                            }));
        }
        System.out.println("NagIT: " + suppressed.size() + " suppressions");
        assertThat(suppressed).hasSizeLessThanOrEqualTo(MOST);
        assertThat(new HashSet<>(suppressed)).hasSameSizeAs(suppressed);
        // Each suppresses something.
        for (String one : suppressed) {
            assertThat(rows)
                    .anyMatch(
                            row -> row.contains(one.substring(one.indexOf(' ') + 1)) && row.contains("\"Suppressed\""));
        }
    }

    /// The broken twin: a bucket without TLS and without a reason, looked at in the same way.
    @Test
    void anOpenBucketIsFound() throws IOException {
        Path folder = Path.of("target/it-synth/open-bucket").toAbsolutePath();
        App app = TidemarkApp.app(Synthesized.HOUSE.resolve("infra/cdk.json"), null, folder.toString());
        Stack stack = new Stack(app, "open");
        CfnBucket.Builder.create(stack, "Bucket").build();
        Aspects.of(app).add(AwsSolutionsChecks.Builder.create().build());
        app.synth();

        assertThat(rows(folder, "open"))
                .anyMatch(row -> row.contains("AwsSolutions-S10") && row.contains("\"Non-Compliant\""));
        assertThat(errors(folder)).anyMatch(error -> error.contains("AwsSolutions-S10"));
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
